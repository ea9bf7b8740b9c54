"""Generic kernels: written once over `rules` and `evaluator`, made for each game by core/kernel.specialise."""

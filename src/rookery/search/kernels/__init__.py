"""Generic kernels: written once over `rules` and `evaluator`, copied for each game by core/kernel.specialise."""

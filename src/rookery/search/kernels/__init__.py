"""Generic kernels: written once over `rules` and `judge`, made for each game by core/kernel.specialise."""

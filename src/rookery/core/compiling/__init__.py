"""The ways to run kernels: as modules at once, by machine code when it is ready; and the files that they depend on."""

"""What core/kernel.py needs around the compiler: the files that kernels depend on, errors in words, plain Python."""

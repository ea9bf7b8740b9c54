"""The library in a page, where there is neither NumPy nor Numba: small stand-ins for both, and kernels of a module."""

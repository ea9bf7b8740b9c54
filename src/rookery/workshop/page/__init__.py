"""Python in a page: the library makes and tries a game there, without NumPy and Numba, which a page lacks."""

"""The kernels of a game as WebAssembly: the same source as its machine code, for a page.

The module of a game is compiled from the text of its kernels (entry_points.py, build.py). A JSON file beside it says
how to call them (describe.py).
"""

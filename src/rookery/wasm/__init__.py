"""The kernels of a game as WebAssembly: the same source as its machine code, for a page.

Modules are compiled from the text of the kernels (entry_points.py, build.py). A JSON file beside each describes it
(describe.py). Calls pass through blocks of 64-bit words (calls.py).
"""

"""The kernels of a game as WebAssembly: the same source as its machine code, for a page.

Modules are built once, with tools that players do not need (entry_points.py, lower.py, link.py, build.py). A JSON file
beside each describes it (describe.py). Calls pass through blocks of 64-bit words (calls.py).
"""

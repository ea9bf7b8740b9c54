"""The parlour: tables in a page that plays without a server.

The page talks to it as to a server, with the same messages, and the same code answers. It runs in a Web Worker,
lowered to JavaScript (page_program.py). The engine runs in other workers, lowered as well
(engine_program.py), with the kernels of the games as WebAssembly. `parlour.py` says how the page reaches the tables.
"""

"""The parlour: tables in a page that plays without a server.

The page talks to it as to a server, with the same messages, and the same code answers. It runs in a Web Worker,
lowered to JavaScript (page_program.py). The engine runs in other workers, in CPython compiled to WebAssembly: it finds
the standard library, msgspec and Rookery's own files there. `parlour.py` says how the page reaches the tables.
"""

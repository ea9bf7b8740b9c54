"""The parlour: tables in a page that plays without a server.

The page talks to it as to a server, with the same messages, and the same code answers. It runs in a Web Worker, as
CPython compiled to WebAssembly. There it finds the standard library, msgspec and Rookery's own files: no library of the
server, no threads, no processes, no network. `parlour.py` says how the page reaches it.
"""

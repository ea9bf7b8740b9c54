"""The engine that a page runs itself: CPython as WebAssembly with our own Python and all games. A server gives it to
its pages, and a static site is made around it.

engine_parts.py  all of it
apart.py         all of it, made in another process
python_files.py  our Python files, as zips
compiled.py      compiled Python files, made by the Python of the page
runtime.py       the files of Pyodide, and msgspec for it
made_files.py    files that are made once: named by what they are made of, so none is ever too old
licences.py      the licences of what is shipped
__main__.py      makes all of it, for a server or a wheel
"""

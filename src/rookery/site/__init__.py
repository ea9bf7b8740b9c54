"""The parlour as a folder of files, for any file server: the page, and CPython as WebAssembly with our own Python.

python_engine.py what runs Python with the games in a page, also for the pages of a server
compiled.py      compiled Python files, made by the Python of the site
python_files.py  our Python files, as one zip
runtime.py       the files of Pyodide, and msgspec for it
drawings.py      what is drawn when the site is made: the list of games, their pictures, rules and drawings
icons.py         the icons and the manifest of the installed page
public_files.py  those of a server's page
page.py          the page, with the names of all other files
licences.py      the licences of what is shipped
files.py         paths and contents, and how they are written
assemble.py      all of it
"""

from rookery.site.assemble import build, steps
from rookery.site.python_engine import build_engine

__all__ = ["build", "build_engine", "steps"]

"""The parlour as a folder of files, for any file server: the page, the parlour, and the engine.

drawings.py      what is drawn when the site is made: the list of games, their pictures, rules and drawings
icons.py         the icons and the manifest of the installed page
public_files.py  those of a server's page
node_programs.py  Node and npm
page.py          the page, with the names of all other files
files.py         paths and contents, and how they are written
assemble.py      all of it
"""

from rookery.site.assemble import build, steps

__all__ = ["build", "steps"]

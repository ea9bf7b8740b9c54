"""The engine that a page runs itself: the library's search, lowered to JavaScript, and the games' modules.

engine_parts.py  what it is, and the files of a game
apart.py         the program, made in another process
made_files.py    files that are made once: named by what they are made of, so none is ever too old
"""

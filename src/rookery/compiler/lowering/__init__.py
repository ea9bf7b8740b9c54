"""From the syntax tree of a kernel to the intermediate form, for one list of argument types.

Each class adds a part of the language to the one before: scope.py, arithmetic.py, places.py, calling.py,
expressions.py, control.py. loops.py has faster forms of loops.
"""

"""From the syntax tree of a kernel to the intermediate form, for one list of argument types.

Each class adds a part of the language to the one before: scope.py, numbers.py, places.py, calls.py, expressions.py,
statements.py.
"""

"""The compiler of kernels: from their source text to a WebAssembly module, in plain Python.

It imports the standard library alone, and knows no game. A `Program` (program.py) tells what to compile: the text
of modules, and what a name in them stands for. docs/kernels.md defines the language.

    language.py   kinds of numbers, records, arrays, bundles: the types of the language
    program.py    what a caller tells: modules, the names in them, entry points
    errors.py     what the language does not have, with its place
    ir.py         the intermediate form: typed trees, folded as they are made
    values.py     what an expression stands for, as trees of the intermediate form
    lowering/     from syntax trees to the intermediate form, a copy of a kernel for each list of argument types
    inlining.py   small kernels become part of those that call them
    encoding.py   the intermediate form as the bytes of a module
    compiling.py  all of these in order
"""

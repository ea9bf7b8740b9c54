"""What the compiler refuses."""

import ast

__all__ = ["NotInLanguage", "absent"]


class NotInLanguage(Exception):
    """A kernel uses what the language does not have."""

    def __init__(self, message: str, node: ast.AST | None = None) -> None:
        """`message`: what, and what to write instead; `node`: where."""
        super().__init__(message)
        self.message = message
        self.line: int = getattr(node, "lineno", 0)
        self.file = ""  # these two are filled in by whoever knows them
        self.kernel = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file else ""
        return f"{place}{self.kernel}: {self.message}" if self.kernel else f"{place}{self.message}"


ABSENT: dict[type[ast.AST], tuple[str, str]] = {  # what it is called, and what to write instead
    ast.Try: ("`try`", "a test before what could go wrong"),
    ast.With: ("`with`", "the statements alone"),
    ast.Raise: ("`raise`", "a result that says what is wrong"),
    ast.Assert: ("`assert`", "a law or a test"),
    ast.FunctionDef: ("a nested function", "a kernel of the module"),
    ast.ClassDef: ("a class", "a NamedTuple of the module"),
    ast.Global: ("`global`", "an array that is given to the kernel"),
    ast.Nonlocal: ("`nonlocal`", "an array that is given to the kernel"),
    ast.Delete: ("`del`", "nothing in its place"),
    ast.Import: ("an import in a kernel", "it at the top of the module"),
    ast.ImportFrom: ("an import in a kernel", "it at the top of the module"),
    ast.AnnAssign: ("an annotation of a variable", "the assignment without it"),
    ast.Match: ("`match`", "if and elif"),
    ast.Break: ("`break` outside a loop", "return"),
    ast.Continue: ("`continue` outside a loop", "return"),
    ast.List: ("a list", "a tuple, or an array that is given to the kernel"),
    ast.ListComp: ("a list", "a loop"),
    ast.Set: ("a set", "a tuple, or a mask"),
    ast.SetComp: ("a set", "a loop over a mask"),
    ast.Dict: ("a dictionary", "an array"),
    ast.DictComp: ("a dictionary", "a loop over an array"),
    ast.GeneratorExp: ("a generator", "a loop"),
    ast.Lambda: ("a lambda", "a kernel of the module"),
    ast.JoinedStr: ("a text", "numbers"),
    ast.NamedExpr: (":=", "an assignment before it"),
    ast.Yield: ("`yield`", "results into an array"),
    ast.YieldFrom: ("`yield`", "results into an array"),
    ast.Await: ("`await`", "the call alone"),
    ast.Starred: ("a star", "each value by itself"),
    ast.Slice: ("a slice outside of an index", "an index"),
    ast.Is: ("`is`", "=="),
    ast.IsNot: ("`is not`", "!="),
    ast.In: ("`in` after another comparison", "two comparisons with `and`"),
    ast.NotIn: ("`not in` after another comparison", "two comparisons with `and`"),
}


def absent(part: ast.AST) -> str:
    """That a part of Python is not in the language."""
    what, instead = ABSENT.get(type(part), (f"this ({type(part).__name__})", "numbers, and names of them"))
    return f"{what} is not in the language of kernels; write {instead}"

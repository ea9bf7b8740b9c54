"""The errors of the compiler."""

import ast
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from types import UnionType


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
        places = (f"{self.file}:{self.line}" if self.file else "", f"in {self.kernel}" if self.kernel else "")
        place = ", ".join(filter(None, places))
        return f"{place}: {self.message}" if place else self.message


def near(name: str, known: Iterable[str]) -> str:
    """A clause that says what was meant, where a name that is not known is close to one that is; else nothing."""
    likely = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"; did you mean {likely[0]}?" if likely else ""


def no_field(whose: str, name: str, known: Collection[str]) -> str:
    """What is wrong with the name of a field that a class of data lacks."""
    return f"{whose} has no field {name}{near(name, known) or ';'} it has {', '.join(known)}"


ABSENT: dict[type | UnionType, tuple[str, str]] = {  # what it is called, and what to write instead
    ast.Try: ("`try`", "a test before what could go wrong"),
    ast.With: ("`with`", "the statements alone"),
    ast.Raise: ("`raise`", "a result that says what is wrong"),
    ast.Assert: ("`assert`", "a law or a test"),
    ast.FunctionDef | ast.Lambda: ("a function in a kernel", "a kernel of the module"),
    ast.ClassDef: ("a class", "a NamedTuple of the module"),
    ast.Global | ast.Nonlocal: ("a variable from outside", "an array that is given to the kernel"),
    ast.Delete: ("`del`", "nothing in its place"),
    ast.Import | ast.ImportFrom: ("an import in a kernel", "it at the top of the module"),
    ast.AnnAssign: ("an annotation of a variable", "the assignment without it"),
    ast.Match: ("`match`", "if and elif"),
    ast.Break | ast.Continue: ("`break` or `continue` outside a loop", "return"),
    ast.List | ast.Set | ast.Dict: ("a list, set or dictionary", "a tuple, or an array that is given to the kernel"),
    ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp: ("`for` in an expression", "a loop"),
    ast.JoinedStr: ("a text", "numbers"),
    ast.NamedExpr: (":=", "an assignment before it"),
    ast.Yield | ast.YieldFrom: ("`yield`", "results into an array"),
    ast.Await: ("`await`", "the call alone"),
    ast.Starred: ("a star", "each value by itself"),
    ast.Slice: ("a slice outside of an index", "an index"),
    ast.Is | ast.IsNot: ("`is`", "== or !="),
    ast.In | ast.NotIn: ("`in` after another comparison", "two comparisons with `and`"),
}


def absent(part: ast.AST) -> str:
    """That a part of Python is not in the language."""
    plain = (f"this ({type(part).__name__})", "numbers, and names of them")
    what, instead = next((said for kind, said in ABSENT.items() if isinstance(part, kind)), plain)
    return f"{what} is not in the language of kernels; write {instead}"

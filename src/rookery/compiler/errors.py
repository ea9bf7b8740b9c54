"""What the compiler refuses."""

import ast

__all__ = ["NotInLanguage"]


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

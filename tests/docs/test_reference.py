"""The API reference: each public module has a page, and each public name stands on it with what it does."""

import ast
import re

import pytest

from docs.site import reference

MODULES = list(reference.PUBLIC)
_DIRECTIVE = re.compile(r"^:{3,}\{py:(\w+)\} (.+)$", re.M)


def entries(module: str) -> dict[str, str]:
    """Name of the thing -> kind of the directive, of a page's outer entries and the methods inside."""
    return {signature.partition("(")[0]: kind for kind, signature in _DIRECTIVE.findall(reference.page(module))}


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_stands_on_the_page_of_its_module(module: str) -> None:
    names = reference.names(module)
    assert names
    assert {*names} <= entries(module).keys()


@pytest.mark.parametrize("module", MODULES)
def test_what_is_public_says_what_it_does(module: str) -> None:
    for name in reference.names(module):
        thing = reference.found(module, name)
        if isinstance(thing, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            text = (ast.get_docstring(thing) or "").strip()
            assert text, f"{module}.{name} has no docstring"
            assert text.partition("\n\n")[0].rstrip()[-1] in ".:", f"{module}.{name}: {text!r}"


def test_kernels_are_shown_with_their_parameters() -> None:
    page = reference.page("rookery.core.bits")
    assert re.search(r"\{py:function\} count_bits\(\w+: \w+\) -> int", page)


def test_a_nested_directive_has_a_shorter_fence() -> None:
    page = reference.page("rookery.core.scene")
    outer, inner = page.index("{py:class} Scene"), page.index("{py:attribute}")
    assert outer < page.index("{py:attribute}", outer)
    assert inner
    fence = re.search(r"(:+)\{py:class\} Scene", page)
    assert fence
    assert len(fence[1]) > 3

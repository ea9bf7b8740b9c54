"""What the language does not have is refused with its place and one sentence, and nothing gives a traceback."""

import numpy as np
import pytest

from rookery.compiler.compiling import compiled
from rookery.compiler.errors import NotInLanguage
from tests.compiler.corners import cell
from tests.compiler.refusals import REFUSALS, Refusal
from tests.compiler.running import FILE, Text, entry

ARGUMENTS = {"a": 1, "x": 0.5, "xs": np.zeros(4, np.int64), "cells": cell(), "w": np.uint64(1)}


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.text.split("\n", 2)[1].strip()[:40])
def test_it_is_refused_with_its_place(refusal: Refusal) -> None:
    program = Text(refusal.text)
    function = program.tree.body[-1]
    given = [parameter.arg for parameter in program.parameters(function)]
    args = [ARGUMENTS["xs"] if "a: Array" in refusal.text.split("\n")[-3] else ARGUMENTS[name] for name in given]
    with pytest.raises(NotInLanguage) as caught:
        compiled(program, [entry(getattr(function, "name"), args)])  # noqa: B009  # it may be of any class
    error = caught.value
    assert (error.file, error.line, error.message) == (FILE, refusal.line, refusal.told)
    assert error.kernel
    assert str(error) == f"{FILE}:{refusal.line}, in {error.kernel}: {refusal.told}"


def test_a_sentence_is_one_sentence() -> None:
    for refusal in REFUSALS:
        assert refusal.told[-1] not in ".!", refusal
        assert ". " not in refusal.told.replace(" .. ", " to "), refusal

"""Every lesson can be taken, every rule is taught, and a broken rule breaks a lesson that teaches it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from rookery.lessons.lesson import lessons_of
from rookery.testing.lesson_laws import check_lessons
from tests.lessons.broken_rules import mutants_of

TAUGHT = [slug for slug in rookery.slugs() if lessons_of(rookery.load(slug)).lessons]


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_laws_of_lessons_hold(slug: str) -> None:
    assert check_lessons(rookery.load(slug)) > 0


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_broken_rule_breaks_a_lesson_that_teaches_it(slug: str, tmp_path: Path) -> None:
    """And every rule that is taught has been broken."""
    command = [sys.executable, "-m", "tests.lessons.broken_rules", slug, str(tmp_path)]
    done = subprocess.run(command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    tried = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(tried) == len(mutants_of(slug))
    assert not [(number, rule) for number, rule, told in tried if not told], "these broken rules were not noticed"
    taught = {rule for lesson in lessons_of(rookery.load(slug)).lessons for rule in lesson.rules}
    assert {rule for _, rule, _ in tried} == taught

"""The page's types of the engine are those of its messages."""

from pathlib import Path

import pytest

from rookery.offline.engine_types import engine_types

ENGINE_TYPES = Path(__file__).parents[2] / "web" / "src" / "engine" / "engine_types.ts"


@pytest.mark.generated
@pytest.mark.skipif(not ENGINE_TYPES.parent.is_dir(), reason="a checkout of the Python part alone has no page sources")
def test_engine_types_are_fresh() -> None:
    assert ENGINE_TYPES.read_text(encoding="utf-8") == engine_types(), (
        "engine_types.ts is stale: python -m rookery.offline.engine_types > web/src/engine/engine_types.ts"
    )


def test_a_question_may_leave_out_limits_and_an_answer_is_whole() -> None:
    types = engine_types()
    assert "  view: string" in types
    assert "  simulations?: number | null" in types
    assert "  full: boolean" in types

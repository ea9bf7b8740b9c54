"""The page's types are those of the wire."""

from pathlib import Path

import pytest

from rookery.server.wire.typescript import typescript

PROTOCOL = Path(__file__).parents[3] / "web" / "src" / "protocol.ts"


@pytest.mark.generated
@pytest.mark.skipif(not PROTOCOL.parent.is_dir(), reason="a checkout of the Python part alone has no page sources")
def test_types_are_fresh() -> None:
    assert PROTOCOL.read_text(encoding="utf-8") == typescript(), (
        "web/src/protocol.ts is stale: python -m rookery.server.wire.typescript > web/src/protocol.ts"
    )


def test_the_page_may_leave_out_defaults_and_the_server_may_not() -> None:
    types = typescript()
    assert "  keys?: string[]" in types  # Hello, from a page
    assert "  choices: Choice[]" in types  # Scene, from the server, although it has a default
    assert "export type Client = Hello | Begin | Move" in types
    # after which the page offers what the server would refuse before
    assert "export const AWAY_SECONDS = 60\n" in types
    assert types == typescript()

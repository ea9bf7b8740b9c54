"""The page's types are those of the wire, and what it asks for is what the server answers."""

from pathlib import Path

import pytest

from rookery.server.api.typescript import api_functions, files, protocol_types

PAGE = Path(__file__).parents[3] / "web" / "src"


@pytest.mark.generated
@pytest.mark.skipif(not PAGE.is_dir(), reason="a checkout of the Python part alone has no page sources")
def test_types_and_requests_are_fresh() -> None:
    for name, text in files():
        assert (PAGE / name).read_text(encoding="utf-8") == text, (
            f"web/src/{name} is stale: python -m rookery.server.api.typescript web/src"
        )


def test_the_page_may_leave_out_defaults_and_the_server_may_not() -> None:
    types = protocol_types()
    assert "  keys?: string[]" in types  # Hello, from a page
    assert "  choices: Choice[]" in types  # Scene, from the server, although it has a default
    assert "export type Client = Hello | Begin | Move" in types
    # after which the page offers what the server would refuse before
    assert "export const AWAY_SECONDS = 60\n" in types
    assert types == protocol_types()


def test_a_request_takes_parts_of_its_path_and_what_the_route_takes() -> None:
    asked = "export function takeSeat(table: Part, seat: Part, asked: wire.SitDown): Promise<wire.SeatLink> {\n"
    assert asked + "  return ask(path`/api/tables/${table}/seats/${seat}`, asked)\n}\n" in api_functions()

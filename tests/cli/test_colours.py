"""Colours that the games give their seats and pieces: laws for every game found, and what of CSS is understood."""

import itertools

import pytest

import rookery
from rookery.cli import colours
from rookery.testing.walks import tables, walk
from tests.cli.conftest import SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_every_seat_has_a_colour_of_its_own(slug: str) -> None:
    game = rookery.load(slug)
    for players, options in tables(game):
        styles = [style for _, style in game.facts.seats_at(players, options)]
        shown = [colours.of_seat(game.art, style) for style in styles]
        assert all(shown), f"art.svg of {slug} names no --seat-1 for one of {styles}"
        for one, other in itertools.combinations(shown, 2):
            assert not {*one} & {*other}, f"{players} players, {options}: {styles} are painted {shown}"
        assert colours.FAINT_COLOUR not in {*itertools.chain(*shown)}
        assert colours.ZONE_BACKGROUND not in {*itertools.chain(*shown)}, "it would not be seen"


@pytest.mark.parametrize("slug", SLUGS)
def test_pieces_that_carry_a_seats_style_have_a_colour(slug: str) -> None:
    """One for each token, even if other classes have it."""
    game = rookery.load(slug)
    tokens = {token for style in game.facts.seat_styles for token in style.split()}
    found: dict[str, set[str | None]] = {}
    for players in game.facts.players:
        played = walk(game, players, {}, seed=players)
        for position in played.positions[:: max(1, len(played.positions) // 8)]:
            for piece in position.scene().pieces:
                for token in tokens & {*piece.style.split()} if piece.text else ():
                    found.setdefault(token, set()).add(colours.of_piece(game.art, piece.style))
    assert all(len(painted) == 1 and None not in painted for painted in found.values()), found
    assert len(set().union(*found.values())) == len(found), f"two are alike: {found}"


def test_what_art_says() -> None:
    sheet = """
        .seat.a { --seat-1: light-dark(#111111, #222222); --seat-2: #abc }
        .b { --seat-1: #333333; --chip: #444444; } .piece.b.big { --chip: #555555 } .piece.b { --chip: #666666; }
        .c .seat, .zone.d, .d rect { --seat-1: #777777 } /* .seat.d { --seat-1: #888888 } */
        .seat.e, .f { --seat-1: red } .f { --seat-1: #999999; } .f { --seat-1: #aaaaaa; }
    """
    art = f'<svg xmlns="http://www.w3.org/2000/svg"><defs><style>{sheet}</style></defs></svg>'
    seats = {style: colours.of_seat(art, style) for style in ("a", "b", "c", "d", "e", "f", "a b")}
    assert seats == {
        "a": ("#222222", "#aabbcc"),
        "b": ("#333333",),
        "c": (),
        "d": (),
        "e": (),
        "f": ("#aaaaaa",),
        "a b": ("#222222", "#aabbcc"),
    }
    pieces = {style: colours.of_piece(art, style) for style in ("a", "b", "b big", "big")}
    assert pieces == {"a": None, "b": "#666666", "b big": "#555555", "big": None}

"""What `position` refuses, each with its reason."""

from rookery.games.grackles import notation

GOOD = "D5PBGK,E5GKPB,F5PBGK,G5PBGK g10-k10 B turn 5,5 0"
READ = [GOOD]  # what rows spoil
REFUSED = [
    # text, options, reason
    ("", {}, "a position is tiles, lines, a colour"),
    (GOOD.removesuffix(" 0"), {}, "a position is tiles, lines, a colour"),
    (GOOD.replace("F5PBGK", "F5PBG"), {}, "four colours"),
    (GOOD.replace("F5PBGK", "F5PBGX"), {}, "four colours"),
    (GOOD.replace("F5PBGK", "I5PBGK"), {}, "four colours"),
    (GOOD.replace("F5PBGK", "G5PBGK"), {}, "a cell of its own"),
    (GOOD.replace("D5PBGK,", ""), {}, "the starting tiles are D5PBGK,E5GKPB"),
    (GOOD.replace("G5PBGK", "H5PBGK"), {}, "beside another one"),
    (GOOD.replace("G5PBGK", "G5PBGK,H5PKGB,C5PKGB"), {}, "within 5 x 5"),
    (GOOD.replace("g10-k10", "g10-k11"), {}, "goes along a row or a column"),
    (GOOD.replace("g10-k10", "g10-g10"), {}, "goes along a row or a column"),
    (GOOD.replace("g10-k10", "g10k10"), {}, "goes along a row or a column"),
    (GOOD.replace("g10-k10", "k10-g10"), {}, "from its left or lower end"),
    (GOOD.replace("g10-k10", "g10-l10"), {}, "spots of one colour"),
    (GOOD.replace("g10-k10", "h9-l9"), {}, "that is in play"),  # green, at a table for two
    (GOOD.replace("g10-k10", "g10-k10,k10-m10"), {}, "crosses another line"),
    (GOOD.replace(" B turn", " G turn"), {}, "'G' is not in play; the colours are P, B"),
    (GOOD.replace("turn", "play"), {}, "'play' is not valid; phases are"),
    (GOOD.replace("turn", "place"), {}, "'place' is not valid; phases are"),
    (GOOD.replace("turn", "turn:PBGK"), {}, "'turn:PBGK' is not valid; phases are"),
    (GOOD.replace("turn", "place:PBKK"), {}, "'place:PBKK' is not valid; phases are"),
    (GOOD.replace("5,5", "5"), {}, "0 to 5 tokens"),
    (GOOD.replace("5,5", "5,6"), {}, "0 to 5 tokens"),
    (GOOD[:-1] + "3", {}, "0 to 2 skips and passes"),
    (GOOD[:-1] + "x", {}, "0 to 2 skips and passes"),
    (GOOD[:-1] + "1", {}, "before all tiles are placed"),
    (GOOD.replace("turn", "over"), {}, "until all are placed"),
    (GOOD.replace("turn", "begin"), {}, "the first seat is drawn first"),
    ("D5PBGK,E5GKPB - P turn 4,5 0", {}, "cannot have been rotated"),
    ("D5PBGK,E5GKPB - B begin 5,5 0", {}, "the first seat is drawn first"),
    ("D5PBGK,E5GKPB - P begin 5,5 0", {"first": "seat 2"}, "only if chance decides it"),
    ("D5PBGK,E5GKPB - P turn 5,5 0", {"first": "seat 2"}, "B goes first at this table"),
]


CONTRADICTIONS = [
    # field, places in it, value
    ("low_ends", (9,), 0),
    ("high_ends", (9,), 3),
    ("free", (9,), 0),
    ("tiles", (35,), -1),
    ("birds", (0,), 45),
    ("colour", (0,), [0] * 34),
]


def test_names_lead_back() -> None:
    assert all(notation.cell_named(notation.cell_name(at)) == at for at in range(72))

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
    (GOOD.replace(" B turn", " G turn"), {}, "'G' is not a colour in play; allowed: P, B"),
    (GOOD.replace("turn", "play"), {}, "'play' is not a phase; did you mean place?"),
    (GOOD.replace("turn", "place"), {}, "'place' is not valid: only place has a tile"),
    (GOOD.replace("turn", "turn:PBGK"), {}, "'turn:PBGK' is not valid: only place has a tile"),
    (GOOD.replace("turn", "place:PBKK"), {}, "'PBKK' is not a tile; did you mean P"),
    (GOOD.replace("5,5", "5"), {}, "tokens for each of 2 players"),
    (GOOD.replace("5,5", "5,6"), {}, "'6' is not a number of tokens; allowed: 0, 1, 2, 3, 4, 5"),
    (GOOD[:-1] + "3", {}, "'3' is not a number of skips and passes; allowed: 0, 1, 2"),
    (GOOD[:-1] + "x", {}, "'x' is not a number of skips and passes"),
    (GOOD[:-1] + "1", {}, "before all tiles are placed"),
    (GOOD.replace("turn", "over"), {}, "it is over after as many skips and passes as players"),
    (GOOD.replace("turn", "over")[:-1] + "2", {}, "the game is not over: tiles are left"),
    (GOOD.replace("turn", "begin"), {}, "the first seat is drawn first"),
    ("D5PBGK,E5GKPB - B begin 5,5 0", {}, "the first seat is drawn first"),
    ("D5PBGK,E5GKPB - P begin 5,5 0", {"first": "seat 2"}, "only if chance decides it"),
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

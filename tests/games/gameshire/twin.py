"""The slow twin of Gameshire: Write & Reap, written from the rulebook alone, for reading and never for speed.

Tests play it beside the fast kernels and compare every ply, so it shares no code with them. `GS-xx` are the rule IDs.
Cards, maps and shapes: twin_box.py.

Actions; seats, cards and wrinkles are counted from 1, squares are "A1" or "Z0":

    chance: seat 1 first · wrinkle 3 · top 12 · resource 5
    choose left · record A1 A2 -B2 B1 (the boxes of the card in printed order, "-" before one left out) · pass
    crown C · shade D4 · deliver C · discard left · done · cross B2 · forget O
    use W · use O · use R · use G · use P left · use Y 7 · erase B3 · write W B3 · decline
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from tests.games.gameshire.twin_box import (
    CROPS,
    LINES,
    SQUARES,
    VALUES,
    WHITE,
    Box,
    Map,
    Square,
    Value,
    meets,
    placements,
    printed,
    read_box,
)

# ── Vocabulary ───────────────────────────────────────────────────────────────
Phase = Literal[
    "who begins",
    "pick",
    "top",
    "resource",
    "choose",
    "record",
    "crown",
    "erase",
    "write",
    "shade",
    "deliver",
    "refresh",
    "cross",
    "forget",
    "over",
]
PLACES = ["left", "centre", "right", *(f"extra{number}" for number in range(1, 9))]  # of the market (GS-06, GS-35)
COLOURS = ["green", "yellow", "red"]  # of wrinkles
GIFTS = "ABCDEF"  # by column
MAX_USES = 8  # GS-30
OPTIONS = {"first": "random", "set": "house", "green": "0", "yellow": "0", "red": "0", "review": "reviewed"}


@dataclass
class Sheet:
    """A player's map, and what is written on it."""

    map: Map
    boxes: dict[Square, Value] = field(default_factory=dict)  # filled ones only
    crossed: set[Square] = field(default_factory=set)  # out of the game: a wrinkle does this
    shaded: set[Square] = field(default_factory=set)
    boons: set[str] = field(default_factory=set)  # the columns and rows that have earned one
    out: bool = False  # passed in this season


class Twin:
    """One position. `after` makes a new one and changes nothing; `play` changes this one."""

    def __init__(self, players: int = 2, **options: str) -> None:
        """Nothing is written, nothing is drawn (GS-10). `options`: as at the table, see OPTIONS."""
        chosen = OPTIONS | options
        self.box: Box = read_box(chosen["set"])
        self.players = players
        self.sheets = [Sheet(self.box.maps[seat]) for seat in range(players)]
        self.season: Literal["spring", "autumn"] = "spring"
        self.phase: Phase = "who begins"
        self.turn = 0  # whose turn it is
        self.recorder = 0  # who records the chosen card
        self.asked = 0  # who answers: erase, write, shade, cross
        self.queue: list[int] = []  # seats that are asked after this one
        self.back: Phase = "choose"  # where erase and write lead to in the end
        self.chosen: int | None = None  # place of the card that is recorded
        self.omit = False  # peppers: one square may be left out
        self.each = 0  # boxes that everybody has to cross out
        self.left = 0  # boxes that `asked` has still to cross out, or pairs that may still be discarded
        self.top: int | None = None  # the season card that lies face up on its deck
        self.adding = False  # G adds a pair, and its season card is not drawn yet
        self.season_deck, self.season_discard = list(range(1, 21)), list[int]()
        self.resource_deck, self.resource_discard = list(range(1, 19)), list[int]()
        self.market: list[int | None] = [None] * len(PLACES)
        self.under: list[int | None] = [None] * len(PLACES)  # the resource cards
        self.dealt = False  # the first market is complete: the wrinkles are in the resource deck
        self.wanted = {colour: int(chosen[colour]) for colour in COLOURS}  # wrinkles nobody knows yet
        self.picked: list[int] = []  # known wrinkles that have not come yet
        self.drawn: list[int] = []  # wrinkles that have come
        self.reviewed = chosen["review"] == "reviewed"
        self.gifts: dict[str, Value] = {}  # by column
        self.giver: dict[str, int] = {}
        self.covered: list[str] = []  # columns of which the recorder says which are to count (GS-14)
        self.shading: list[tuple[int, str]] = []  # seat and gift, what is left of the Autumn set-up
        self.delivered: list[str] = []
        self.learned: list[str] = []  # skills
        self.uses = 0
        self.spent = 0  # boons
        self.effects: dict[str, int] = {}  # wrinkles that last -> amount
        self.won: bool | None = None
        self.ways: dict[str, dict[Square, Value]] = {}  # in "record", once `legal` was asked: text -> what is written
        self._legal: list[str] | None = None
        if chosen["first"] != "random":
            self.turn = int(chosen["first"].removeprefix("seat ")) - 1
            self._begin()

    # ── Whose decision, and which ────────────────────────────────────────────
    @property
    def mover(self) -> int | Literal["chance"] | None:
        """The seat that decides; None when the game is over."""
        if self.phase in ("who begins", "pick", "top", "resource"):
            return "chance"
        if self.phase in ("record", "crown"):
            return self.recorder
        if self.phase in ("erase", "write", "shade", "cross"):
            return self.asked
        return None if self.phase == "over" else self.turn

    def legal(self) -> list[str]:
        """Texts of all actions, in no promised order; empty exactly when the game is over."""
        if self._legal is None:
            self._legal = self._actions()
        return self._legal

    def _actions(self) -> list[str]:
        match self.phase:
            case "choose":
                places = [place for place in self._on_market() if any(True for _ in self.areas(self.turn, place))]
                return [*([f"choose {PLACES[place]}" for place in places] or ["pass"]), *self.skills()]
            case "record":
                self.ways = dict(self.areas(self.recorder, self.chosen))
                skills = [text for text in self.skills() if text in ("use W", "use O", "use R")]
                return [*(self.ways or ["pass"]), *skills]
            case "crown":
                return [f"crown {column}" for column in self.covered]
            case "erase":
                return ["decline", *(f"erase {square}" for square in self.erasable(self.asked))]
            case "write":
                return ["decline", *(f"write {v} {square}" for square in self.blank(self.asked) for v in VALUES)]
            case "shade":
                return [f"shade {square}" for square in self._holding(*self.shading[0])]
            case "deliver":
                first_of = {self.gifts[column]: column for column in reversed(self.matching())}
                return [f"deliver {column}" for column in first_of.values()]
            case "refresh":
                return ["done", *(f"discard {PLACES[place]}" for place in self._others())]
            case "cross":
                return [f"cross {square}" for square in self.blank(self.asked)]
            case "forget":
                return [f"forget {skill}" for skill in self.learned]
        return list(self.weights())

    def weights(self) -> dict[str, float]:
        """How likely each text of a chance ply is, against the others."""
        match self.phase:
            case "who begins":
                return {f"seat {seat + 1} first": 1 for seat in range(self.players)}
            case "pick":
                colour = next(colour for colour in COLOURS if self.wanted[colour])  # one colour after the other
                return {f"wrinkle {n}": 1 for n in self._unknown(colour)}
            case "top":
                return {f"top {card}": 1 for card in self.season_deck}
            case "resource":
                cards: dict[str, float] = {f"resource {card}": 1 for card in self.resource_deck}
                if self.dealt:  # GS-10: before that they are not in the deck
                    cards |= {f"wrinkle {n}": 1 for n in self.picked}
                    for colour in COLOURS:
                        those = self._unknown(colour)
                        cards |= {f"wrinkle {n}": self.wanted[colour] / len(those) for n in those}
                return cards
        return {}

    def _unknown(self, colour: str) -> list[int]:
        """The wrinkles of a colour that may yet turn out to be in the game."""
        known = [*self.picked, *self.drawn]
        every = [n for n in range(1, 13) if self.box.wrinkles[n].colour == colour and n not in known]
        return every if self.wanted[colour] else []

    # ── Where a card can be recorded ─────────────────────────────────────────
    def _on_market(self) -> list[int]:
        """The places with a season card."""
        return [place for place, card in enumerate(self.market) if card is not None]

    def areas(self, seat: int, place: int | None) -> Iterator[tuple[str, dict[Square, Value]]]:
        """Every way for a player to record the card at a place: its text, and the boxes with what is written there.

        Spring (GS-12): blank white boxes. Autumn (GS-41, GS-42): boxes not shaded; contents matter to the chooser."""
        assert place is not None
        card, under, sheet, spring = self.market[place], self.under[place], self.sheets[seat], self.season == "spring"
        assert card is not None
        assert under is not None
        crop, cow = self.box.resources[under]
        demand = self.box.demands[self.players][card]
        picture = self.box.plans[card].replace("*", crop).replace("#", cow) if spring else demand.drawing
        free = {*self.blank(seat)} if spring else {*SQUARES} - sheet.shaded - sheet.crossed
        marks = printed(picture)[1]
        asks = [] if spring or (seat != self.turn and "followers meet too" not in self.effects) else [*demand.asks]
        if asks and "filled needed" in self.effects:
            asks.append(f"filled {self.effects['filled needed']}")
        may_turn, may_mirror = "no turning" not in self.effects, "no mirroring" not in self.effects
        for squares in placements(picture, may_turn, may_mirror, with_contents=spring):
            taken = [square for square in squares if square not in free]
            if len(taken) > self.omit:
                continue
            for left_out in taken or ["", *(squares if self.omit else ())]:
                contents = {square: mark for square, mark in zip(squares, marks, strict=True) if square != left_out}
                if all(meets(ask, "".join(sorted(sheet.boxes.get(box, " ") for box in contents))) for ask in asks):
                    yield "record " + " ".join("-" * (box == left_out) + box for box in squares), contents

    def blank(self, seat: int) -> list[Square]:
        """Boxes in which something could be written: white; in Autumn border too, if not shaded (GS-33)."""
        sheet = self.sheets[seat]
        taken = {*sheet.boxes, *sheet.crossed, *sheet.shaded}
        return [square for square in SQUARES if square not in taken and (square in WHITE or self.season == "autumn")]

    def erasable(self, seat: int) -> list[Square]:
        """Recorded boxes, and shaded ones, of which the shading goes (GS-31)."""
        sheet = self.sheets[seat]
        return [square for square in SQUARES if square in sheet.boxes or square in sheet.shaded]

    # ── Playing ──────────────────────────────────────────────────────────────
    def after(self, text: str) -> Twin:
        """The position after one action. ValueError when it is not legal."""
        if text not in self.legal():
            raise ValueError(f"{text!r} is not legal ({self.phase}); legal: {', '.join(self.legal()) or 'nothing'}")
        twin = copy.deepcopy(self, {id(self.box): self.box})
        twin.play(text)
        return twin

    def play(self, text: str) -> None:
        """Play a legal action."""
        verb, *words = text.split()
        self._legal = None
        match verb:
            case "seat":
                self.turn = int(words[0]) - 1
                self._begin()
            case "wrinkle":
                self._wrinkle(int(words[0]))
            case "top":
                self.top = int(words[0])
                self.season_deck.remove(self.top)
                self._go_on()
            case "resource":
                card = int(words[0])
                self.resource_deck.remove(card)
                self.under[self._bare()[0]] = card
                self._go_on()
            case "choose":
                self.chosen, self.recorder, self.phase = PLACES.index(words[0]), self.turn, "record"
            case "record":
                self._record(self.ways[text])
            case "pass":
                self._pass()
            case "crown":
                self._set_gift(words[0], self.recorder)
                self.covered.remove(words[0])
                self._count_crowns(self.recorder)
                if not self.covered:
                    self._next_recorder()
            case "shade":
                self.sheets[self.asked].shaded.add(words[0])
                self.shading.pop(0)
                self._set_up_autumn()
            case "deliver":
                self._deliver(words[0])
            case "discard" | "done":
                self._refresh([PLACES.index(word) for word in words])
            case "use":
                self._use(*words)
            case "erase" | "write" | "decline":
                self._answer(verb, words)
            case "cross":
                self.sheets[self.asked].crossed.add(words[0])
                self.left -= 1
                self._cross_on()
            case "forget":
                self.learned.remove(words[0])
                self._go_on()

    # ── The market ───────────────────────────────────────────────────────────
    def _begin(self) -> None:
        """The wrinkles are reviewed where the table wants that, then the market is made (GS-10)."""
        self.phase = "pick"
        if not self.reviewed or not any(self.wanted.values()):
            self._go_on()

    def _bare(self) -> list[int]:
        """Places with a season card and no resource card under it."""
        return [place for place in self._on_market() if self.under[place] is None]

    def _go_on(self) -> None:
        """Draw what is to be drawn, one card at a time, until the turn's player can choose (GS-06, GS-11, GS-46)."""
        filled = len(self._on_market())
        short = self.adding or filled < max(1, 3 - self.effects.get("market narrower", 0))
        if self.top is None and not self.season_deck and short:
            self.season_deck, self.season_discard = self.season_discard, []
        if self.top is None and self.season_deck:
            self.phase = "top"
        elif self._bare():
            wrinkles = len(self.picked) + sum(self.wanted.values()) if self.dealt else 0
            if not self.resource_deck and not wrinkles:
                self.resource_deck, self.resource_discard = self.resource_discard, []
            self.phase = "resource"
        else:
            self.dealt = self.dealt or filled == 3
            if short:
                self._add_top()
            else:
                self.phase = "choose"

    def _add(self, card: int) -> None:
        """A season card comes to the first empty place, and gets a resource card."""
        self.market[self.market.index(None)] = card
        self._go_on()

    def _add_top(self) -> None:
        assert self.top is not None
        card, self.top, self.adding = self.top, None, False
        self._add(card)

    def _discard(self, place: int) -> None:
        """A pair leaves the market."""
        season, resource = self.market[place], self.under[place]
        assert season is not None
        assert resource is not None
        self.season_discard.append(season)
        self.resource_discard.append(resource)
        self.market[place] = self.under[place] = None

    # ── Recording ────────────────────────────────────────────────────────────
    def _in_order(self, first: int) -> list[int]:
        """All seats, this one first."""
        return [(first + step) % self.players for step in range(self.players)]

    def _record(self, contents: dict[Square, Value]) -> None:
        """The recorder has laid the card on these boxes (GS-12, GS-41)."""
        if self.season == "autumn":
            self.sheets[self.recorder].shaded |= {*contents}
            self._next_recorder()
        elif not self._grow(self.recorder, contents):
            self._next_recorder()

    def _grow(self, seat: int, contents: dict[Square, Value]) -> bool:
        """Write in Spring, with all that follows. True if the player has to say which crowns count."""
        sheet = self.sheets[seat]
        sheet.boxes |= contents
        for square, value in contents.items():
            if square in sheet.map.hammers and value in CROPS and value not in self.learned:  # GS-16
                self.learned.append(value)
        sheet.boons |= {line for line, squares in LINES.items() if {*squares} <= {*sheet.boxes}}  # GS-17
        self.covered = [c for c in GIFTS if c not in self.gifts and sheet.map.crowns[c] in contents]  # GS-13, GS-15
        self._count_crowns(seat)
        return bool(self.covered)

    def _count_crowns(self, seat: int) -> None:
        """All covered crowns count if the share leaves so many, none if it leaves none (GS-14)."""
        left = self.share_left(seat)
        if len(self.covered) <= left:
            for column in self.covered:
                self._set_gift(column, seat)
        if len(self.covered) <= left or left == 0:
            self.covered = []
        else:
            self.phase = "crown"

    def _set_gift(self, column: str, seat: int) -> None:
        self.gifts[column] = self.sheets[seat].boxes[self.sheets[seat].map.crowns[column]]
        self.giver[column] = seat

    def chosen_by(self, seat: int) -> int:
        """How many gifts the player has chosen."""
        return list(self.giver.values()).count(seat)

    def fair_share(self) -> tuple[int, int]:
        """How many gifts each player chooses, and how many players choose one more (GS-14)."""
        return divmod(6, self.players)

    def share_left(self, seat: int) -> int:
        """How many gifts the player may still choose (GS-14)."""
        low, full = self.fair_share()
        others = [other for other in range(self.players) if other != seat and self.chosen_by(other) > low]
        return low + (len(others) < full) - self.chosen_by(seat)

    def _next_recorder(self) -> None:
        """The next player still in, until all have recorded it (GS-11, GS-42)."""
        order = self._in_order(self.turn)
        later = [seat for seat in order[order.index(self.recorder) + 1 :] if not self.sheets[seat].out]
        if later:
            self.recorder, self.phase = later[0], "record"
        elif self.season == "spring":
            self._end_turn()
        else:
            self._deliver_or_refresh()

    def _pass(self) -> None:
        """Out for this season (GS-18, GS-44); the team may have lost by that."""
        while_choosing = self.phase == "choose"
        seat = self.turn if while_choosing else self.recorder
        self.sheets[seat].out = True
        if self.is_lost():
            self._end(won=False)
        elif while_choosing:
            self._next_turn()
        elif seat == self.turn:  # the chooser has used up the room for it: nobody records it
            self._end_turn()
        else:
            self._next_recorder()

    def is_lost(self) -> bool:
        """Whether those who are still in cannot bring it to a good end (GS-18, GS-45)."""
        if self.season == "autumn":
            return all(sheet.out for sheet in self.sheets)
        low, full = self.fair_share()
        chosen = {seat: self.chosen_by(seat) for seat in range(self.players)}
        short = [seat for seat in chosen if self.sheets[seat].out and chosen[seat] < low]
        able = [seat for seat in chosen if not self.sheets[seat].out or chosen[seat] > low]
        return bool(short) or len(able) < full

    def _end_turn(self) -> None:
        """The card is done with (GS-11); Spring ends when all gifts are chosen (GS-19)."""
        assert self.chosen is not None
        self._discard(self.chosen)
        self.chosen, self.omit = None, False
        if self.season == "spring" and len(self.gifts) == 6:
            self._turn_over()
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        self.turn = next(seat for seat in self._in_order((self.turn + 1) % self.players) if not self.sheets[seat].out)
        self._go_on()

    def _end(self, won: bool) -> None:
        self.phase, self.won = "over", won

    # ── Autumn ───────────────────────────────────────────────────────────────
    def _turn_over(self) -> None:
        """Spring ends: everybody is in again, and shades gifts, the next player first (GS-40)."""
        self.season, self.omit = "autumn", False
        for sheet in self.sheets:
            sheet.out = False
        self.turn = (self.turn + 1) % self.players
        self.shading = [(seat, column) for seat in self._in_order(self.turn) for column in GIFTS]
        self._set_up_autumn()

    def _holding(self, seat: int, column: str) -> list[Square]:
        """The player's boxes with that gift's value, not shaded yet."""
        sheet = self.sheets[seat]
        return [box for box, value in sheet.boxes.items() if value == self.gifts[column] and box not in sheet.shaded]

    def _set_up_autumn(self) -> None:
        """Shade by itself what leaves no choice (GS-40)."""
        while self.shading:
            self.asked, column = self.shading[0]
            boxes = self._holding(self.asked, column)
            if len(boxes) > 1:
                self.phase = "shade"
                return
            self.sheets[self.asked].shaded |= {*boxes}
            self.shading.pop(0)
        self._go_on()

    def matching(self) -> list[str]:
        """The undelivered gifts that the resource card of the chosen demand matches (GS-43)."""
        assert self.chosen is not None
        under = self.under[self.chosen]
        assert under is not None
        return [c for c in GIFTS if self.gifts[c] in self.box.resources[under] and c not in self.delivered]

    def _deliver_or_refresh(self) -> None:
        """The demand is met (GS-43)."""
        columns = self.matching()
        if len({self.gifts[column] for column in columns}) > 1:
            self.phase = "deliver"
        elif columns:
            self._deliver(columns[0])
        else:
            self.left = 0 if "no refreshing" in self.effects else 2 - self.effects.get("fewer refreshed", 0)
            self._refresh_on()

    def _deliver(self, column: str) -> None:
        self.delivered.append(column)
        if len(self.delivered) == 6:  # GS-45
            self._end(won=True)
        else:
            self._end_turn()

    def _others(self) -> list[int]:
        """The pairs beside the one that was chosen."""
        return [place for place in self._on_market() if place != self.chosen]

    def _refresh(self, places: list[int]) -> None:
        """Discard one pair more, or no more."""
        for place in places:
            self._discard(place)
        self.left = self.left - 1 if places else 0
        self._refresh_on()

    def _refresh_on(self) -> None:
        if self.left > 0 and self._others():
            self.phase = "refresh"
        else:
            self._end_turn()

    # ── Skills ───────────────────────────────────────────────────────────────
    def boons(self) -> int:
        """What the common pool holds (GS-30)."""
        return sum(len(sheet.boons) for sheet in self.sheets) - self.spent

    def price(self) -> int:
        """What the next use costs."""
        return self.uses + 1 + self.effects.get("skills cost more", 0)

    def skills(self) -> list[str]:
        """Skills that the team has learned and can pay, where they can do something (GS-30)."""
        if self.uses == MAX_USES or self.boons() < self.price():
            return []
        seats, free = range(self.players), None in self.market
        can = {
            "W": ["use W"] if any(self.erasable(seat) for seat in seats) else [],
            "O": [] if self.omit else ["use O"],
            "R": ["use R"] if any(self.blank(seat) for seat in seats) else [],
            "P": [f"use P {PLACES[place]}" for place in self._on_market()],
            "G": ["use G"] if free else [],
            "Y": [f"use Y {card}" for card in self.season_discard] if free else [],
        }
        return [text for skill in self.learned for text in can[skill]]

    def _use(self, skill: str, what: str = "") -> None:
        """Pay, then do it (GS-31 to GS-36)."""
        self.spent += self.price()
        self.uses += 1
        if skill in "WR":
            self.back = self.phase
            self.phase = "erase" if skill == "W" else "write"
            able = self.erasable if skill == "W" else self.blank
            user = self.turn if self.back == "choose" else self.recorder
            self.queue = [seat for seat in self._in_order(user) if able(seat)]
            self.asked = self.queue.pop(0)
        elif skill == "O":
            self.omit = True
        elif skill == "P":
            place = PLACES.index(what)
            resource = self.under[place]
            assert resource is not None
            self.resource_discard.append(resource)
            self.under[place] = None
            self._go_on()
        elif skill == "G":
            self.adding = True
            self._go_on()
        else:
            self.season_discard.remove(int(what))
            self._add(int(what))

    def _answer(self, verb: str, words: list[str]) -> None:
        """One player has erased or written a box, or does not want to; then the next one is asked (GS-31, GS-33)."""
        sheet = self.sheets[self.asked]
        if verb == "erase" and words[0] in sheet.shaded:
            sheet.shaded.remove(words[0])
        elif verb == "erase":
            del sheet.boxes[words[0]]
        elif verb == "write" and self.season == "spring":
            self._grow(self.asked, {words[1]: words[0]})  # one box, one crown: nothing to say which
        elif verb == "write":
            sheet.boxes[words[1]] = words[0]
        if self.queue:
            self.asked = self.queue.pop(0)
        elif self.season == "spring" and self.back == "choose" and len(self.gifts) == 6:
            self._turn_over()  # GS-19
        else:
            self.phase = self.back

    # ── Wrinkles ─────────────────────────────────────────────────────────────
    def _wrinkle(self, number: int) -> None:
        """A wrinkle becomes known, or comes (GS-47)."""
        colour, effect, amount = self.box.wrinkles[number]
        if self.phase == "pick":
            self.picked.append(number)
            self.wanted[colour] -= 1
            if not any(self.wanted.values()):
                self._go_on()
            return
        if number in self.picked:
            self.picked.remove(number)
        else:
            self.wanted[colour] -= 1
        self.drawn.append(number)
        if effect == "cross out":
            self.asked, self.queue, self.left = self.turn, self._in_order(self.turn)[1:], amount
            self.each, self.phase = amount, "cross"
            self._cross_on()
        elif effect == "skill forgotten" and self.learned:
            self.phase = "forget"
        else:
            if effect == "boons lost":
                self.spent += min(amount, self.boons())
            elif effect == "filled needed":
                self.effects[effect] = max(amount, self.effects.get(effect, 0))
            elif effect != "skill forgotten":
                self.effects[effect] = self.effects.get(effect, 0) + amount
            self._go_on()

    def _cross_on(self) -> None:
        """The next box to cross out, of this player or the next one; nobody crosses out more than they have."""
        while not self.left or not self.blank(self.asked):
            if not self.queue:
                self._go_on()
                return
            self.asked, self.left = self.queue.pop(0), self.each

    def __str__(self) -> str:
        """The maps side by side: values, "." blank, "x" crossed out, "[ ]" around shaded boxes."""
        rows = []
        for start in range(0, 64, 8):
            parts = []
            for sheet in self.sheets:
                looks = [(sheet.boxes.get(s, "x" if s in sheet.crossed else "."), s in sheet.shaded) for s in SQUARES]
                parts.append("".join(f"[{look}]" if dark else f" {look} " for look, dark in looks[start : start + 8]))
            rows.append("   ".join(parts))
        return "\n".join(rows)

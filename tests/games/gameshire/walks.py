"""Ways to play Gameshire that reach every part of it: random play alone would lose in Spring nearly always."""

import random
from dataclasses import dataclass

from tests.games.gameshire.twin import COLOURS, OPTIONS, PLACES, Twin
from tests.games.gameshire.twin_box import COLUMNS, CROPS, LINES, ROWS, SQUARES, WHITE, Square, Value, printed

BESIDE = {
    square: [
        COLUMNS[x] + ROWS[y]
        for x, y in ((at % 8 - 1, at // 8), (at % 8 + 1, at // 8), (at % 8, at // 8 - 1), (at % 8, at // 8 + 1))
        if 0 <= x < 8 and 0 <= y < 8
    ]
    for at, square in enumerate(SQUARES)
}
ALONE = ("pass", "done", "decline")  # what is done where nothing else is; first of what can be chosen


def at(cards: list[int | None], text: str) -> int:
    """The card at the place that an action chooses."""
    return cards[PLACES.index(text.split()[1])] or 0


@dataclass(frozen=True)
class Walker:
    """How a team plays: all numbers are 0 .. 1, drawn again for every game.

    The twin promises no order of actions, and strings in sets have another one in each run. Here they are sorted: the
    same games are played everywhere, and what is rare is always reached or never."""

    care: float  # how often a card is recorded where it fits best, and a demand is chosen that delivers
    skill: float  # how often a skill is used that can be used
    patience: float  # how long gifts are put off, so that Spring lasts
    luck: float  # how often chance brings a resource card that matches a gift, or a small demand
    stray: float  # how often anything at all is done

    @classmethod
    def drawn(cls, generator: random.Random) -> "Walker":
        """A walker; most are careful, because the others' games end early."""
        care, stray = generator.choice([1, 1, 0.9, 0.5]), generator.choice([0, 0, 0, 0.05, 0.3])
        skill, patience = generator.random() ** 2, generator.random() ** 0.5
        return cls(care, skill, patience, generator.choice([0, 0, 1]), stray)

    def __call__(self, twin: Twin, generator: random.Random) -> str:
        """One legal action. Without luck chance brings what it should, but wrinkles come more often."""
        if weights := dict(sorted(twin.weights().items())):
            if generator.random() < self.luck and (good := self._lucky(twin, [*weights])):
                return generator.choice(good)
            likely = [weight * (3 if text[0] == "w" else 1) for text, weight in weights.items()]
            return generator.choices([*weights], likely)[0]
        texts = sorted(twin.legal(), key=lambda text: (text not in ALONE, text))
        if len(texts) == 1 or generator.random() < self.stray:
            return generator.choice(texts)
        skills = [text for text in texts if text.startswith("use")]
        if skills and (texts[0] == "pass" or generator.random() < self.skill):
            by_kind = generator.choice(sorted({text.split()[1] for text in skills}))
            return generator.choice([text for text in skills if text.split()[1] == by_kind])
        texts = [text for text in texts if not text.startswith("use")]
        if generator.random() > self.care:
            return generator.choice(texts)
        if texts[0].startswith("choose") and twin.season == "autumn":
            return self._delivering(twin, texts, generator)
        if texts[0].startswith("choose"):
            return max(texts, key=lambda text: len(printed(twin.box.plans[at(twin.market, text)])[0]))
        if texts[0] == "done":
            return generator.choice([text for text in texts[1:] if not self._wanted(twin, text)] or ["done"])
        if texts[0].startswith("record"):
            return self._best_area(twin, generator)
        if texts[0] == "decline" and generator.random() < 0.9:
            return self._useful(twin, texts[1:], generator)
        return generator.choice(texts)

    def _lucky(self, twin: Twin, texts: list[str]) -> list[str]:
        """What chance may bring that helps in Autumn."""
        wanted = {value for column, value in twin.gifts.items() if column not in twin.delivered}
        if twin.season == "spring":
            return []
        if texts[0].startswith("top"):
            demands = twin.box.demands[twin.players]
            return sorted(texts, key=lambda text: len(demands[int(text.split()[1])].drawing))[:3]
        resources = [text for text in texts if text.startswith("resource")]
        return [text for text in resources if not wanted.isdisjoint(twin.box.resources[int(text.split()[1])])]

    def _delivering(self, twin: Twin, texts: list[str], generator: random.Random) -> str:
        """A demand whose resource card matches a gift, if there is one."""
        demands = twin.box.demands[twin.players]
        generator.shuffle(texts)
        return min(
            texts,
            key=lambda text: (not self._wanted(twin, text), len(printed(demands[at(twin.market, text)].drawing)[0])),
        )

    def _wanted(self, twin: Twin, text: str) -> bool:
        """Whether the resource card at the place matches an undelivered gift."""
        wanted = {value for column, value in twin.gifts.items() if column not in twin.delivered}
        return not wanted.isdisjoint(twin.box.resources[at(twin.under, text)])

    def _useful(self, twin: Twin, texts: list[str], generator: random.Random) -> str:
        """Erase what is left of a nearly full line least; write where a line becomes full, by its row's length."""
        if texts[0].startswith("erase") or twin.season == "autumn":
            return generator.choice(texts)
        sheet = twin.sheets[twin.asked]
        full = {line: sum(square in sheet.boxes for square in squares) for line, squares in LINES.items()}
        texts = generator.sample(texts, min(len(texts), 60))
        return max(texts, key=lambda text: max(full[text[-2]], full[text[-1]]))

    def _best_area(self, twin: Twin, generator: random.Random) -> str:
        """Of some areas the one that leaves most room; in Autumn without wasting boxes that demands may want."""
        areas = sorted(twin.ways.items())
        scarce = len(areas) < 10
        areas = generator.sample(areas, min(len(areas), 60))
        worth = self._worth_in_spring if twin.season == "spring" else self._worth_in_autumn
        return max(areas, key=lambda area: (worth(twin, area[1], scarce), area[0]))[0]

    def _worth_in_spring(self, twin: Twin, contents: dict[Square, Value], scarce: bool) -> float:
        """Close to other boxes and to the edge; hammers and gifts."""
        sheet = twin.sheets[twin.recorder]
        taken = {*sheet.boxes, *sheet.crossed, *contents, *SQUARES} - (WHITE - sheet.boxes.keys() - {*contents})
        close = sum(other in taken for square in contents for other in BESIDE[square])
        hammers = sum(
            square in sheet.map.hammers and value in CROPS and value not in twin.learned
            for square, value in contents.items()
        )
        crowns = [sheet.map.crowns[c] in contents for c in "ABCDEF" if c not in twin.gifts]
        share, left = twin.chosen_by(twin.recorder), twin.share_left(twin.recorder)
        late = scarce or len(sheet.boxes) * (share + left) > (4 + 30 * self.patience) * (share + 1)
        fresh = len({value for value in contents.values() if value not in twin.gifts.values()}) / 4
        gifts = (4 + fresh if late else -6) * min(sum(crowns), left)
        return close + 2 * hammers + gifts

    def _worth_in_autumn(self, twin: Twin, contents: dict[Square, Value], scarce: bool) -> float:
        sheet = twin.sheets[twin.recorder]
        free = {*SQUARES} - sheet.shaded - {*contents}
        close = sum(other not in free for square in contents for other in BESIDE[square])
        return close / 2 - sum(square in sheet.boxes for square in contents)


def tables(players: int, games: int, generator: random.Random, name: str = "house") -> list[dict[str, str]]:
    """Options for so many games with a set. Over all numbers of players each value of each option has its share: the
    last seat goes first, or chance says who; of four games one is without wrinkles."""
    found = []
    for game in range(games):
        numbers = {colour: str(generator.randrange(5) if game % 4 else 0) for colour in COLOURS}
        first = f"seat {players}" if game % 6 else "random"
        review = generator.choice(["reviewed", "unseen"])
        found.append(OPTIONS | numbers | {"set": name, "first": first, "review": review})
    return found

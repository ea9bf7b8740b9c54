"""Harbour Watch again, written from its rulebook and as plainly as can be: the two must agree."""

from itertools import combinations

NAMES = ["Pilot", "Engineer", "Keeper", "Cook"]


class Twin:
    def __init__(self, players: int) -> None:
        self.team = NAMES[:players]
        self.turn = 0  # the seat whose turn it is
        self.turns_over = 0
        self.outside = dict.fromkeys(range(1, 6), 4)  # lane -> distance of its boat from the rocks
        self.home: set[int] = set()
        self.lost: set[int] = set()
        self.anchored: int | None = None
        self.works_left = 1
        self.cheer = False  # the Cook has cheered for the next player
        self.waves = 0  # times that the sea still moves
        self.winners: list[int] | None = None  # once the game is over

    def legal(self) -> set[str]:
        if self.winners is not None:
            return set()
        if self.waves:
            return {f"drift {lane}" for lane in self.outside}
        who = self.team[self.turn]
        texts = set()
        below = sorted(lane for lane, distance in self.outside.items() if distance < 6)
        texts |= {f"haul {lane}" for lane in below}
        texts |= {f"tow {one}+{two}" for one, two in combinations(below, 2)}
        texts |= {f"home {lane}" for lane, distance in self.outside.items() if distance == 6}
        if who == "Keeper":
            texts |= {f"anchor {lane}" for lane in self.outside}
        if who == "Cook":
            texts.add("cheer")
        return texts

    def away(self, lane: int, steps: int) -> None:
        self.outside[lane] = min(self.outside[lane] + steps, 6)

    def play(self, text: str) -> None:
        verb, _, rest = text.partition(" ")
        if verb == "drift":
            self.wave(int(rest))
            return
        who = self.team[self.turn]
        if verb == "haul":
            self.away(int(rest), 3 if who == "Pilot" else 2)
        elif verb == "tow":
            for lane in rest.split("+"):
                self.away(int(lane), 2 if who == "Engineer" else 1)
        elif verb == "home":
            del self.outside[int(rest)]
            self.home.add(int(rest))
            if len(self.home) == 4:
                self.winners = [*range(len(self.team))]
                return
        elif verb == "anchor":
            self.anchored = int(rest)
        elif verb == "cheer":
            self.cheer = True
        self.works_left -= 1
        if not self.works_left:
            self.waves = 2

    def wave(self, lane: int) -> None:
        if lane != self.anchored:
            self.outside[lane] -= 1
            if self.outside[lane] == 0:
                del self.outside[lane]
                self.lost.add(lane)
                if len(self.lost) == 2:
                    self.winners = []
                    return
        self.waves -= 1
        if self.waves:
            return
        self.turns_over += 1
        if self.turns_over == 30:
            self.winners = []
            return
        self.turn = self.turns_over % len(self.team)
        self.works_left = 2 if self.cheer else 1
        self.cheer = False
        if self.team[self.turn] == "Keeper":
            self.anchored = None

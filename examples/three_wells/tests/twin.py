"""Three Wells again, written from its rulebook and not from its code, and as plainly as can be: the two must agree.

The rulebook lets all decide at the same time. In Rookery they decide one after another without seeing anything, and
then their choices are shown one after another, before anybody decides again.
"""


class Twin:
    def __init__(self, players: int) -> None:
        self.players = players
        self.wells = {"1": 3, "2": 4, "3": 5}
        self.water = dict.fromkeys(range(players), 0)
        self.with_lid = set(range(players))  # those who have not used their lid
        self.secret: list[str] = []  # what the seats have decided in this round: "2", or "2 lid"
        self.shown: list[str] = []
        self.rounds_over = 0

    @property
    def turn(self) -> int:
        return len(self.secret)

    @property
    def winners(self) -> list[int] | None:
        if self.rounds_over < 6:
            return None
        best = max(self.water.values())
        return [seat for seat, water in self.water.items() if water == best]

    def legal(self) -> set[str]:
        if self.rounds_over == 6:
            return set()
        if len(self.secret) < self.players:
            ways = {f"go {well}" for well in self.wells}
            return ways | {f"{way} lid" for way in ways if self.turn in self.with_lid}
        if len(self.shown) < self.players:
            return {f"show {self.secret[len(self.shown)]}"}
        return {f"rain {well}" for well in self.wells}

    def points(self, seat: int) -> int:
        return self.water[seat]

    def play(self, text: str) -> None:
        what, _, choice = text.partition(" ")
        if what == "go":
            self.secret.append(choice)
        elif what == "show":
            self.shown.append(choice)
            if len(self.shown) == self.players:
                for well in self.wells:
                    self.draw(well)
        else:
            for well in self.wells:
                more = 4 if well == choice else 1
                self.wells[well] = min(self.wells[well] + more, 9)
            self.secret, self.shown = [], []
            self.rounds_over += 1

    def draw(self, well: str) -> None:
        """Those who came to this well take its water."""
        came = [seat for seat, choice in enumerate(self.shown) if choice.split()[0] == well]
        lids = [seat for seat in came if "lid" in self.shown[seat]]
        self.with_lid -= set(lids)
        if len(lids) > 1 or not came:
            return
        there = self.wells[well]
        if len(lids) == 1:
            shares = {lids[0]: min(there, 3)}
        elif len(came) == 1:
            shares = {came[0]: min(there, 4)}
        else:
            shares = {seat: there // len(came) for seat in came}
        for seat, share in shares.items():
            self.water[seat] += share
            self.wells[well] -= share

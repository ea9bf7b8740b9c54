"""Night Ferry again, written from its rulebook and not from its code, and as plainly as can be: the two must agree."""

ALL_CRATES = [0] * 5 + [worth for worth in (1, 2, 3, 4, 5) for _ in range(3)]


class Twin:
    def __init__(self, players: int) -> None:
        self.players = players
        self.turn = 0
        self.bag = list(ALL_CRATES)
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.dealt = 0
        self.coins = [0] * players
        self.ferry: int | None = None
        self.owner = 0
        self.claim: int | None = None
        self.opener: int | None = None
        self.winners: list[int] | None = None  # once the game is over

    def legal(self) -> set[str]:
        if self.winners is not None:
            return set()
        if self.dealt < 4 * self.players:
            return {f"deal {worth}" for worth in self.bag}
        if self.ferry is None:
            return {f"put {worth}" for worth in self.hands[self.turn]}
        if self.claim is None:
            return {f"claim {worth}" for worth in (1, 2, 3, 4, 5)}
        if self.opener is None:
            return {"pass", "open"}
        return {f"show {self.ferry}"}

    def chances(self) -> dict[str, float]:
        if self.dealt == 4 * self.players:
            return {f"show {self.ferry}": 1.0}
        return {f"deal {worth}": self.bag.count(worth) / len(self.bag) for worth in self.bag}

    def points(self, seat: int) -> int:
        return self.coins[seat]

    def play(self, text: str) -> None:
        what, _, number = text.partition(" ")
        if what == "deal":
            self.hands[self.dealt % self.players].append(int(number))
            self.bag.remove(int(number))
            self.dealt += 1
        elif what == "put":
            self.owner = self.turn
            self.hands[self.owner].remove(int(number))
            self.ferry = int(number)
        elif what == "claim":
            self.claim = int(number)
            self.turn = (self.owner + 1) % self.players  # who answers; it is also the one who puts the next crate
        elif what == "pass":
            self.coins[self.owner] += self.claim
            self.next()
        elif what == "open":
            self.opener = self.turn
        elif what == "show":
            if self.ferry == self.claim:
                self.coins[self.owner] += self.claim + 2
            else:
                self.coins[self.opener] += self.claim
            self.next()

    def next(self) -> None:
        self.ferry = self.claim = self.opener = None
        if not any(self.hands):
            best = [seat for seat in range(self.players) if self.coins[seat] == max(self.coins)]
            self.winners = best if len(best) < self.players else []  # all share it: Rookery calls that a draw

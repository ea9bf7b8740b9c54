"""Dice again, written from its rules page and not from its code, and as plainly as can be: the two must agree."""


class Twin:
    def __init__(self, players: int) -> None:
        self.turn = 0
        self.roll: int | None = None
        self.pawns = [[0, 0] for _ in range(players)]  # squares; 0 is the start, and beyond 18 is home
        self.winners: list[int] | None = None  # once the game is over

    def legal(self) -> set[str]:
        if self.winners is not None:
            return set()
        if self.roll is None:
            return {f"roll {side}" for side in range(1, 7)}
        return {f"s{square}" if square else "start" for square in self.pawns[self.turn] if square <= 18}

    def play(self, text: str) -> None:
        if self.roll is None:
            self.roll = int(text.removeprefix("roll "))
            return
        before = 0 if text == "start" else int(text[1:])
        after, own = before + self.roll, self.pawns[self.turn]
        while after <= 18 and any(after in pawns for pawns in self.pawns):
            after += 1
        own[own.index(before)] = after
        if min(own) > 18:
            self.winners = [self.turn]
        self.turn, self.roll = (self.turn + 1) % len(self.pawns), None

"""Hexes again, written from its rules page and not from its code, and as plainly as can be: the two must agree."""

EDGE = 4  # cells


class Twin:
    def __init__(self, players: int) -> None:
        self.players = players
        self.turn = 0
        self.stones: dict[str, int] = {}  # cell -> seat
        self.winners: list[int] | None = None  # once the game is over
        self.places = {}  # cell -> row and column of a board of squares that is pushed to the left below the middle
        for row in range(2 * EDGE - 1):
            for column in range(2 * EDGE - 1 - abs(EDGE - 1 - row)):
                self.places["abcdefghi"[row] + str(column + 1)] = (row, column + max(0, row - EDGE + 1))

    def legal(self) -> set[str]:
        return self.places.keys() - self.stones.keys()

    def play(self, text: str) -> None:
        self.stones[text] = self.turn
        self.turn = (self.turn + 1) % self.players
        if len(self.stones) == len(self.places):
            sizes = [self.largest(seat) for seat in range(self.players)]
            self.winners = [seat for seat in range(self.players) if sizes[seat] == max(sizes)]

    def points(self, seat: int) -> int:
        return self.largest(seat)

    def largest(self, seat: int) -> int:
        left = {self.places[cell] for cell, owner in self.stones.items() if owner == seat}
        sizes = [0]
        while left:
            group = [left.pop()]
            for row, column in group:
                for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
                    if (row + down, column + right) in left:
                        left.remove((row + down, column + right))
                        group.append((row + down, column + right))
            sizes.append(len(group))
        return max(sizes)

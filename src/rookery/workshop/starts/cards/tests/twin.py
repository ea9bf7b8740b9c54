"""Cards again, written from its rules page and not from its code, and as plainly as can be: the two must agree."""


class Twin:
    def __init__(self, players: int) -> None:
        self.players = players
        self.turn = 0
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.dealt: list[int] = []
        self.trick: dict[int, int] = {}  # card -> the seat that has played it
        self.taken = [0] * players
        self.winners: list[int] | None = None  # once the game is over

    def points(self, seat: int) -> int:
        return self.taken[seat]

    def legal(self) -> set[str]:
        if len(self.dealt) < 4 * self.players:
            return {f"deal {card}" for card in range(1, 25) if card not in self.dealt}
        return {f"play {card}" for card in self.hands[self.turn]}

    def play(self, text: str) -> None:
        what, card = text.split()[0], int(text.split()[1])
        if what == "deal":
            self.hands[len(self.dealt) % self.players].append(card)
            self.dealt.append(card)
            return
        self.hands[self.turn].remove(card)
        self.trick[card] = self.turn
        self.turn = (self.turn + 1) % self.players
        if len(self.trick) == self.players:
            self.turn = self.trick[max(self.trick)]
            self.taken[self.turn] += 1
            self.trick = {}
        if sum(self.taken) == 4:
            self.winners = [seat for seat in range(self.players) if self.taken[seat] == max(self.taken)]

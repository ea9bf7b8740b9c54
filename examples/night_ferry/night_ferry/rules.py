"""The rules of Night Ferry: put a crate on the ferry and claim a worth; the next player lets it pass or opens it.

Actions: 0 .. 5 put a crate of that worth; 6 .. 10 claim 1 .. 5; 11 lets it pass; 12 opens it; of chance: 13 .. 18
deal a crate of worth 0 .. 5; 19 .. 24 show that the opened crate is worth 0 .. 5.
"""

from typing import Annotated

import numpy as np

from night_ferry.facts import BONUS, COLOURS, CRATES, HAND, MOST
from rookery.core.chance import below
from rookery.core.kernel import kernel
from rookery.core.protocol import (
    CHANCE,
    OVER,
    UNTOLD,
    Actions,
    Array,
    Fields,
    Settings,
    Stream,
    Utilities,
    Weights,
    cell,
    packed,
)
from rookery.kit.results import most_win

SEATS = len(COLOURS)  # at most
KINDS = MOST + 1  # worths: 0 .. MOST
PUTS, CLAIMS = 0, KINDS - 1  # + worth
PASS, OPEN = KINDS + MOST, KINDS + MOST + 1
DEALS, SHOWS = OPEN + 1, OPEN + 1 + KINDS  # + worth
DEALING, PUTTING, CLAIMING, ANSWERING, SHOWING = range(5)  # stages
UNKNOWN = 0  # in `crates`: not put, or hidden; a known one is its worth + 1
OPENLY, PASSED, OPENED = 0, 1, 2  # in `fates`: not decided; went away unseen; everybody saw it
MOST_COINS = 2 * HAND * MOST + HAND * BONUS


class State(Fields):
    players: Annotated[int, cell(np.int8, low=2, high=SEATS)]
    stage: Annotated[int, cell(np.int8, low=DEALING, high=SHOWING)]
    turn: Annotated[int, cell(np.int8, low=0, high=SEATS - 1)]  # who is dealt a crate, or whose crate it is about
    coins: Annotated[Array, cell(np.int8, SEATS, low=0, high=MOST_COINS)]  # [seat]
    held: Annotated[Array, cell(np.int8, SEATS, low=0, high=HAND)]  # [seat] crates in hand: everybody sees how many
    hands: Annotated[Array, cell(np.int8, SEATS, KINDS, low=0, high=HAND)]  # [seat, worth] crates, or hidden: 0
    crates: Annotated[Array, cell(np.int8, SEATS, HAND, low=UNKNOWN, high=KINDS)]  # [seat, n] its n-th on the ferry
    claims: Annotated[Array, cell(np.int8, SEATS, HAND, low=0, high=MOST)]  # [seat, n] the claim; 0: none yet
    fates: Annotated[Array, cell(np.int8, SEATS, HAND, low=OPENLY, high=OPENED)]  # [seat, n] what became of it


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    """The first crate is dealt to the first seat."""
    pos.players = settings[0]


@kernel
def mover(pos: State) -> int:
    """Chance deals and shows; the seat whose turn it is puts and claims; the next answers (NF-03, NF-04)."""
    if pos.stage == DEALING or pos.stage == SHOWING:
        return CHANCE
    if pos.stage == ANSWERING:
        return int((pos.turn + 1) % pos.players)
    return OVER if pos.held[pos.turn] == 0 and pos.stage == PUTTING else int(pos.turn)  # NF-09


@kernel
def legal(pos: State, actions: Actions) -> int:
    """Put any crate in hand; claim any worth but 0; pass or open. Of chance: any crate left, or the opened one."""
    count = 0
    if pos.stage == DEALING or pos.stage == PUTTING:
        for worth in range(KINDS):
            if pos.stage == DEALING and unseen(pos, worth) > 0:
                actions[count] = DEALS + worth
                count += 1
            if pos.stage == PUTTING and pos.hands[pos.turn, worth] > 0:
                actions[count] = PUTS + worth
                count += 1
    elif pos.stage == CLAIMING:
        for worth in range(1, KINDS):
            actions[count] = CLAIMS + worth
            count += 1
    elif pos.stage == ANSWERING:
        actions[0], actions[1] = PASS, OPEN
        count = 2
    else:
        actions[0] = SHOWS + pos.crates[pos.turn, latest(pos)] - 1
        count = 1
    return count


@kernel
def weights(pos: State, actions: Actions, count: int, out: Weights) -> None:
    """Each crate that is left is equally likely, so a worth is as likely as there are crates of it."""
    for i in range(count):
        out[i] = float(unseen(pos, actions[i] - DEALS)) if pos.stage == DEALING else 1.0


@kernel
def latest(pos: State) -> int:
    """Which of its crates the seat whose turn it is has put on the ferry last."""
    return int(HAND - 1 - pos.held[pos.turn])


@kernel
def unseen(pos: State, worth: int) -> int:
    """The number of crates of a worth that are neither in a hand nor on the ferry nor gone, as far as one sees."""
    left = int(CRATES[worth])
    for seat in range(pos.players):
        left -= pos.hands[seat, worth]
        for n in range(HAND):
            left -= pos.crates[seat, n] == worth + 1
    return left


@kernel
def play(pos: State, action: int) -> None:
    """Deal, put, claim, answer or show."""
    seat = int(pos.turn)
    following = int((seat + 1) % pos.players)
    if pos.stage == DEALING:  # NF-02
        pos.hands[seat, action - DEALS] += 1
        pos.held[seat] += 1
        pos.turn = following
        if pos.held[following] == HAND:
            pos.stage = PUTTING
    elif pos.stage == PUTTING:  # NF-03
        pos.hands[seat, action - PUTS] -= 1
        pos.held[seat] -= 1
        pos.crates[seat, latest(pos)] = action - PUTS + 1
        pos.stage = CLAIMING
    elif pos.stage == CLAIMING:
        pos.claims[seat, latest(pos)] = action - CLAIMS
        pos.stage = ANSWERING
    elif action == OPEN:  # everybody will see the crate: chance shows it
        pos.stage = SHOWING
    else:
        n = latest(pos)
        claim = int(pos.claims[seat, n])
        if action == PASS:  # NF-05
            pos.fates[seat, n] = PASSED
            pos.coins[seat] += claim
        else:
            pos.fates[seat, n] = OPENED
            if action - SHOWS == claim:  # NF-06
                pos.coins[seat] += claim + BONUS
            else:  # NF-07
                pos.coins[following] += claim
        pos.turn = following  # NF-08
        pos.stage = PUTTING


@kernel
def undo(pos: State) -> int:
    """Take back an answer, a claim or a crate that was put; deals stay."""
    if pos.stage == PUTTING:
        return undo_turn(pos)
    if pos.stage == SHOWING:
        pos.stage = ANSWERING
        return OPEN
    seat, n = int(pos.turn), latest(pos)
    if pos.stage == ANSWERING:
        claim = int(pos.claims[seat, n])
        pos.claims[seat, n] = 0
        pos.stage = CLAIMING
        return CLAIMS + claim
    if pos.stage == CLAIMING:
        worth = int(pos.crates[seat, n] - 1)
        pos.crates[seat, n] = UNKNOWN
        pos.hands[seat, worth] += 1
        pos.held[seat] += 1
        pos.stage = PUTTING
        return PUTS + worth
    return -1


@kernel
def undo_turn(pos: State) -> int:
    """Take back what ended the turn before: an answer that let a crate pass, or the showing of an opened one."""
    following = int(pos.turn)
    seat = int((following + pos.players - 1) % pos.players)
    if pos.held[seat] == HAND:  # no crate was put yet
        return -1
    pos.turn = seat
    n = latest(pos)
    claim, worth = int(pos.claims[seat, n]), int(pos.crates[seat, n] - 1)
    if pos.fates[seat, n] == PASSED:
        pos.coins[seat] -= claim
        pos.stage = ANSWERING
    elif worth == claim:
        pos.coins[seat] -= claim + BONUS
        pos.stage = SHOWING
    else:
        pos.coins[following] -= claim
        pos.stage = SHOWING
    pos.fates[seat, n] = OPENLY
    return PASS if pos.stage == ANSWERING else SHOWS + worth


@kernel
def points(pos: State, seat: int) -> int:
    """The coins."""
    return int(pos.coins[seat])


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """The most coins win; seats with equally many share the win (NF-10)."""
    for seat in range(pos.players):
        out[seat] = float(pos.coins[seat])
    most_win(out, pos.players)


# ── Secrets ──────────────────────────────────────────────────────────────────
@kernel
def hide(pos: State, seat: int) -> None:
    """Blank the hands of the other seats, and their crates that nobody has opened. A spectator, seat -1, sees none."""
    for other in range(pos.players):
        if other != seat:
            pos.hands[other] = 0
            for n in range(HAND):
                if pos.fates[other, n] != OPENED:
                    pos.crates[other, n] = UNKNOWN


@kernel
def knows(pos: State, action: int, seat: int) -> bool:
    """Only its owner may know a crate that is dealt, or put face down."""
    return bool((pos.stage != DEALING and pos.stage != PUTTING) or pos.turn == seat)


@kernel
def determinize(pos: State, seat: int, stream: Stream) -> None:
    """Fill in hidden crates: all that were not seen are equally likely, whatever was claimed."""
    for other in range(pos.players):
        hidden = int(pos.held[other])
        for worth in range(KINDS):
            hidden -= pos.hands[other, worth]
        for _ in range(hidden):
            pos.hands[other, unseen_crate(pos, stream)] += 1
        put = 0 if pos.stage == DEALING else int(HAND - pos.held[other])
        for n in range(put):
            if pos.crates[other, n] == UNKNOWN:
                pos.crates[other, n] = unseen_crate(pos, stream) + 1


@kernel
def unseen_crate(pos: State, stream: Stream) -> int:
    """The worth of a random crate that was not seen."""
    left = 0
    for worth in range(KINDS):
        left += unseen(pos, worth)
    chosen = below(stream, max(1, left))
    for worth in range(KINDS):
        chosen -= unseen(pos, worth)
        if chosen < 0:
            return worth
    return 0


@kernel
def resample_history(pos: State, seen: State, seat: int, history: Actions, stream: Stream) -> None:
    """Replace unknown deals and crates put face down.

    Whoever is dealt an unknown crate will put it at some time, and all times are equally likely. If everybody sees it
    then, this is the crate; otherwise it is any that the seat never saw. The put is written at once."""
    for ply in range(len(history)):
        if history[ply] == UNTOLD:
            if pos.stage == DEALING:
                history[ply] = DEALS + dealt_crate(pos, history, ply, stream)
            else:
                history[ply] = PUTS + put_crate(pos, history, ply, stream)
        play(pos, history[ply])


@kernel
def dealt_crate(pos: State, history: Actions, ply: int, stream: Stream) -> int:
    """The worth of the crate that is dealt now."""
    chosen = below(stream, int(HAND - pos.held[pos.turn]))  # which of its puts that are still unknown; or none so far
    at, seat = first_put(pos, ply), 0
    while at < len(history):
        if seat == pos.turn and history[at] == UNTOLD:
            if chosen == 0:
                worth = shown(history, at)
                if worth < 0:
                    worth = never_seen(pos, history, ply, stream)
                history[at] = PUTS + worth
                return worth
            chosen -= 1
        at, seat = next_put(history, at), (seat + 1) % pos.players
    return never_seen(pos, history, ply, stream)


@kernel
def put_crate(pos: State, history: Actions, ply: int, stream: Stream) -> int:
    """The worth of the crate that is put now, where it was dealt before the history begins."""
    worth = shown(history, ply)
    if worth >= 0:
        return worth
    chosen = below(stream, max(1, int(pos.held[pos.turn])))
    for other in range(KINDS):
        chosen -= pos.hands[pos.turn, other]
        if chosen < 0:
            return other
    return 0


@kernel
def never_seen(pos: State, history: Actions, ply: int, stream: Stream) -> int:
    """The worth of a random crate that is not dealt, and that is not needed for what the seat knows of later plies."""
    left = 0
    for worth in range(KINDS):
        left += free(pos, history, ply, worth)
    chosen = below(stream, max(1, left))
    for worth in range(KINDS):
        chosen -= free(pos, history, ply, worth)
        if chosen < 0:
            return worth
    return 0


@kernel
def free(pos: State, history: Actions, ply: int, worth: int) -> int:
    """The number of crates of a worth that may be dealt now without being needed later."""
    left, at = unseen(pos, worth), first_put(pos, ply)
    for later in range(ply + 1, min(at, len(history))):
        left -= history[later] == DEALS + worth
    while at < len(history):
        left -= history[at] == UNTOLD and shown(history, at) == worth
        at = next_put(history, at)
    return max(0, left)


@kernel
def first_put(pos: State, ply: int) -> int:
    """The ply of the first put, as seen from a ply at which a crate is dealt."""
    at = ply + pos.players * HAND
    for seat in range(pos.players):
        at -= pos.held[seat]
    return int(at)


@kernel
def next_put(history: Actions, at: int) -> int:
    """The ply of the next put: after a claim, an answer and, if the crate was opened, what it shows."""
    return at + 4 if at + 2 < len(history) and history[at + 2] == OPEN else at + 3


@kernel
def shown(history: Actions, at: int) -> int:
    """The worth that everybody saw of the crate that is put at a ply; -1 if nobody did."""
    if at + 3 < len(history) and history[at + 2] == OPEN:
        return int(history[at + 3] - SHOWS)
    return -1

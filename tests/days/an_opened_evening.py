"""An evening that is over, and a game of its second round."""

import asyncio

from rookery.bots import choose
from rookery.core import fair
from rookery.core.position import Position
from rookery.core.record import Record
from rookery.core.verification import pledge
from rookery.days.daily_game import DailyGame, play_out
from rookery.days.gathering import head_of
from rookery.days.movement import leading_seat
from rookery.days.opened_evening import EveningPlan, OpenedEvening, evening_seeds, round_secret
from tests.days.a_day import QUICKEST, ROOT, WORDS

PLAYERS, TURN, LEVEL = QUICKEST.facts.players[0], 1, "greedy"
OPTIONS = Record(QUICKEST, PLAYERS, {}).at(0).options
EVENING = OpenedEvening(EveningPlan(QUICKEST.facts.slug, PLAYERS, 2, 2, LEVEL, OPTIONS), ROOT.hex(), WORDS)


def evening_game() -> Record:
    """One person plays bots, with the promise as it is told when the round is over."""

    async def advise(view: Position, level: str, seed: int) -> int:
        return choose(view, level, seed)

    secret, head, seat = round_secret(ROOT, TURN), head_of(WORDS), leading_seat(PLAYERS, TURN)
    table = DailyGame(EVENING.plan.game, QUICKEST.facts.rules_version, PLAYERS, OPTIONS, seat, LEVEL)
    record = asyncio.run(play_out(QUICKEST, table, secret, head, f"{LEVEL} 0", advise))
    promised = pledge(Record(QUICKEST, PLAYERS, OPTIONS), 0, secret, table.bots)
    record.luck = fair.Luck(fair.commitment(promised), promised, evening_seeds(head, PLAYERS, TURN), secret.hex())
    return record

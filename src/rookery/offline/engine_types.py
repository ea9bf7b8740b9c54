"""The engine's questions and answers as TypeScript: `python -m rookery.offline.engine_types >
web/src/engine/engine_types.ts`."""

import re
import sys

from rookery.offline.engine import EngineAnswer, EngineQuestion
from rookery.offline.questions import BotAdvice, BotQuestion
from rookery.offline.reviewer import AttemptAnswer, AttemptQuestion, ReviewAnswer, ReviewQuestion
from rookery.offline.threat_run import ThreatAnswer, ThreatQuestion
from rookery.server.api.typescript import interfaces

RENAMED = {"Line": "ExpectedLine"}  # the page has lines of its own, of moves that were played
HEADER = """\
// Made from src/rookery/offline/engine.py by `python -m rookery.offline.engine_types`. Do not edit.
"""


def engine_types() -> str:
    """The interfaces, sorted by name."""
    _, questions = interfaces(
        (EngineQuestion, ThreatQuestion, BotQuestion, ReviewQuestion, AttemptQuestion), complete=False
    )
    _, answers = interfaces((EngineAnswer, ThreatAnswer, BotAdvice, ReviewAnswer, AttemptAnswer), complete=True)
    blocks = questions | answers
    types = "\n".join([HEADER, *(blocks[name] for name in sorted(blocks))])
    return re.sub(rf"\b{'|'.join(RENAMED)}\b", lambda found: RENAMED[found[0]], types)


if __name__ == "__main__":
    sys.stdout.write(engine_types())

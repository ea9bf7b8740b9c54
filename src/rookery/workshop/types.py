"""What the page of the workshop is told, as TypeScript: `python -m rookery.workshop.types >
web/src/workshop/workshop_types.ts`."""

import sys

from rookery.server.api.typescript import interfaces
from rookery.server.wire import messages
from rookery.workshop.dev_state import DevState
from rookery.workshop.page.balance_in_page import BalanceInPage
from rookery.workshop.page.made_in_page import GameInPage

TYPES_HEADER = """\
// Made from src/rookery/workshop by `python -m rookery.workshop.types`. Do not edit.
import type { GameCard } from '../protocol'
"""


def workshop_types() -> str:
    """The interfaces, sorted by name."""
    _, blocks = interfaces((DevState, GameInPage, BalanceInPage), complete=True)
    own = sorted(blocks.keys() - vars(messages).keys())  # the page has those of the server
    return "\n".join([TYPES_HEADER, *(blocks[name] for name in own)])


if __name__ == "__main__":
    sys.stdout.write(workshop_types())

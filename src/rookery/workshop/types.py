"""What the page of the workshop is told, as TypeScript: `python -m rookery.workshop.types >
web/src/workshop/workshop_types.ts`."""

import sys

from rookery.server.api.typescript import interfaces
from rookery.workshop.dev_state import DevState

TYPES_HEADER = """\
// Made from src/rookery/workshop/dev_state.py by `python -m rookery.workshop.types`. Do not edit.
"""


def workshop_types() -> str:
    """The interfaces, sorted by name."""
    _, blocks = interfaces((DevState,), complete=True)
    return "\n".join([TYPES_HEADER, *(blocks[name] for name in sorted(blocks))])


if __name__ == "__main__":
    sys.stdout.write(workshop_types())

from rookery.core.kernel import kernel
from tests.search.race.rules import GIVE, State

KINDS = ("keeps", "gives", "is dealt")


@kernel
def kind(pos: State, action: int) -> int:
    return min(action, GIVE + 1)

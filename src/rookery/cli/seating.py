"""The seating of a game: a person or a bot in every seat."""

from collections.abc import Mapping, Sequence

from rookery.core.errors import UnknownOption, one_of
from rookery.core.position import Game

Seating = tuple[str, ...]  # for each seat: PERSON, or the level of a bot
PERSON = ""
USUAL_LEVEL = "medium"


def seating(
    game: Game, players: int | None, seats: Sequence[str], bots: Sequence[str], options: Mapping[str, str]
) -> Seating:
    """Seat people in `seats` (numbers from 1, names, "all", "none"; by default the first seat), and bots in the others.
    The levels in `bots` are used in order, and the last one for all remaining seats. Raises UnknownOption,
    UnknownLevel."""
    from rookery.bots import level, levels

    facts = game.facts
    count = int(facts.settings(players, {})[0])
    for name in bots:
        level(name, game)
    people = _people([role for role, _ in facts.seats_at(count, options)], seats)
    free = [seat for seat in range(count) if seat not in people]
    if len(bots) > len(free):
        raise UnknownOption(
            f"people leave {len(free)} of the {count} seats free, too few for these bots: {', '.join(bots)}; "
            f"--seat names the seats of people"
        )
    usual = USUAL_LEVEL if USUAL_LEVEL in levels(game) else levels(game)[len(levels(game)) // 2]
    wanted = list(bots) or [usual]
    sitting = [PERSON] * count
    for index, seat in enumerate(free):
        sitting[seat] = wanted[min(index, len(wanted) - 1)]
    return tuple(sitting)


def _people(roles: Sequence[str], seats: Sequence[str]) -> set[int]:
    people = {0} if not seats else set()
    for name in seats:
        if name == "all":
            people |= set(range(len(roles)))
        elif name != "none":
            people.add(one_seat(roles, name, ["all", "none"]))
    return people


def one_seat(roles: Sequence[str], asked: str, others: Sequence[str] = ()) -> int:
    """The seat (from 0) that `asked` names by number (from 1) or role. `others`: further words that the caller accepts,
    to be listed in the refusal. Raises UnknownOption."""
    numbers = [str(seat + 1) for seat in range(len(roles))]
    for names in (numbers, [role.lower() for role in roles]):
        if asked.lower() in names:
            return names.index(asked.lower())
    raise UnknownOption(f"there is no seat {asked!r}; {one_of(asked, [*numbers, *roles, *others])}")


def chosen_options(game: Game, given: Sequence[str]) -> dict[str, str]:
    """["name=value", ...] as a dictionary. Names and values are checked when the game starts. Raises UnknownOption."""
    options = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            names = [option.name for option in game.facts.options]
            raise UnknownOption(f"--option {text!r} must look like name=value; names: {', '.join(names) or 'none'}")
        options[name.strip()] = value.strip()
    return options

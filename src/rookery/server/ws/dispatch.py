"""The command for each message of a page: one line a message, and the only list of them.

Functions are looked up when they are called, so that tests can replace them.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from rookery.core.errors import CannotPlay, UnknownLevel, one_of
from rookery.server.commands import guards, moves, people, standins, takebacks
from rookery.server.notify import subscriptions
from rookery.server.rooms.table_actor import TableActor
from rookery.server.rooms.table_manager import TableManager
from rookery.server.table.events import Event, tables_worth
from rookery.server.table.table import Table
from rookery.server.telemetry import metrics
from rookery.server.wire import messages
from rookery.server.ws.page_connection import PageConnection


class Asker(NamedTuple):
    """A page that sends a message, and its table."""

    page: PageConnection
    actor: TableActor
    manager: TableManager


class Command(NamedTuple):
    """The answer to a message."""

    answer: Callable[[Asker, Any], Awaitable[None]]
    bucket: str = ""  # the session's rate limit that applies, in addition to that of all messages; "": none
    question: bool = False  # it changes nothing, so it is not answered if the page is gone


def question(ask: Callable[[Asker, Any], None]) -> Command:
    """A message that changes nothing."""

    async def answer(by: Asker, message: Any) -> None:
        ask(by, message)

    return Command(answer, question=True)


def events(decide: Callable[[Table, Asker, Any], list[Event]], bucket: str = "") -> Command:
    """A message from which events follow: `decide` returns them while the table's lock is held."""

    async def answer(by: Asker, message: Any) -> None:
        await by.actor.ask(lambda table: decide(table, by, message))

    return Command(answer, bucket)


# ── Those that take more than a line ─────────────────────────────────────────
async def _move(by: Asker, message: messages.Move) -> None:
    def decide(table: Table) -> list[Event]:
        seats = by.page.seats
        moved = moves.move(table, seats, message.seat, message.ply, message.action, message.takebacks)
        return moves.on_one_screen(table, moved, seats, by.actor.elsewhere(by.page))

    await by.actor.ask(decide)
    metrics.answered(time.perf_counter() - by.page.received)


async def _rematch(by: Asker, message: messages.Rematch) -> None:
    guards.may_rematch(by.actor.table, by.page.seats)
    if not by.actor.table.next:
        by.page.quota.tables.take(tables_worth(by.actor.table.made.given))
    await by.manager.rematch(by.actor, by.page.seats)


async def _replace(by: Asker, message: messages.Replace) -> None:
    """Let a bot of the middle level take over; the opponents cannot choose how well it plays. Raises CannotPlay."""
    levels = _levels(by)
    if not levels:
        raise CannotPlay(f"no bot plays {by.actor.table.game.facts.name}")
    level, seat = levels[len(levels) // 2], message.seat
    await by.actor.ask(  # `away` is read under the lock, so that a person who has just come back counts as here
        lambda table: standins.replace(table, by.page.seats, seat, level, by.actor.away(seat))
    )


async def _lend(by: Asker, message: messages.Lend) -> None:
    """Let a bot stand in, or take the seat back. Raises UnknownLevel."""
    if message.level and message.level not in (levels := _levels(by)):
        name = by.actor.table.game.facts.name
        raise UnknownLevel(f"no bot of {name} is called {message.level!r}; {one_of(message.level, levels)}")
    await by.actor.ask(lambda table: standins.lend(table, by.page.seats, message.seat, message.level))


def _levels(by: Asker) -> tuple[str, ...]:
    """The levels of the bots of this game, weakest first."""
    return by.manager.levels(by.actor.table)


def _remind(table: Table, by: Asker, message: messages.Remind | messages.Subscribe) -> list[Event]:
    sender = by.manager.sender
    return subscriptions.remind(table, by.page.seats, message, sender.webhooks, sender.services, by.page.site)


# ── All commands, in the order of wire/messages.py; Hello is answered before there is a table ─
COMMANDS: dict[type[Any], Command] = {
    messages.Begin: events(lambda table, by, asked: people.begin(table, by.page.seats)),
    messages.Move: Command(_move),
    messages.AskView: question(lambda by, asked: by.actor.view(by.page, asked)),
    messages.Look: question(lambda by, asked: by.actor.look(by.page, asked)),
    messages.TakeBack: events(lambda table, by, asked: takebacks.ask_back(table, by.page.seats), "takebacks"),
    messages.Answer: events(lambda table, by, asked: takebacks.answer(table, by.page.seats, asked.yes)),
    messages.Resign: events(lambda table, by, asked: moves.resign(table, by.page.seats)),
    messages.Lend: Command(_lend, "chat"),
    messages.Replace: Command(_replace, "chat"),
    messages.Nudge: events(lambda table, by, asked: standins.nudge(table, by.page.seats, by.actor.now), "chat"),
    messages.Say: events(lambda table, by, asked: people.say(table, by.page.seats, asked.text), "chat"),
    messages.Check: question(lambda by, asked: by.actor.check(by.page, asked)),
    messages.Rematch: Command(_rematch),
    messages.Rename: events(lambda table, by, asked: people.name(table, by.page.seats, asked.seat, asked.name), "chat"),
    messages.Remind: events(_remind, "reminders"),
    messages.Subscribe: events(_remind, "reminders"),
}

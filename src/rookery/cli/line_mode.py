"""The line mode: reads a move a line, writes words; no escape codes. For pipes, screen readers and dumb terminals."""

import sys
import threading
from collections.abc import Iterable
from pathlib import Path

from rookery.cli import spoken
from rookery.cli.local_game import LocalGame, MoveEntry
from rookery.core.chart import chart
from rookery.core.errors import Refusal, Trouble

__all__ = ["play_lines"]

SCREENFUL = 60  # lines; what the last one saw is out of sight
THINKING_NOTICE_DELAY = 1.0  # seconds in which a bot may think in silence

HELP = """\
Type a move in notation, or:
  ?           list the legal moves
  board       show the table again
  moves       list the moves so far
  save FILE   write the record of the game
  help        show this
  quit        leave"""


def play_lines(session: LocalGame, save: Path | None = None) -> None:
    """Play until the game is over, `quit`, or the end of the input."""
    _say(session.game.facts.name, *_who_sits(session), "Type help for what can be typed.", "")
    _tell(session, session.lines())
    here = _handed_over(session)
    if here:
        _show(session)
    while here and not session.position.is_over:
        if session.bot:
            _tell(session, session.play(*_thought(session)))
        elif (lines := _ask(session)) is not None:
            _tell(session, lines)
        else:
            here = False
            continue
        if save is not None:
            session.save(save)
        if session.asks_person or session.position.is_over:
            here = _handed_over(session)
            if here:
                _say("", *chart(session.scene()))
    if not here:
        _say("The game stays unfinished.")
        return
    _say(*spoken.counters(session.scene(), session.role), session.scene().caption)


def _thought(session: LocalGame) -> tuple[int, str]:
    """What the bot does and says; that it thinks, if it takes a while. Searches leave the interpreter to others."""
    waiting = threading.Timer(THINKING_NOTICE_DELAY, _say, [f"The {session.bot} bot thinks ..."])
    waiting.start()
    try:
        return session.think(*session.task())
    finally:
        waiting.cancel()


def _ask(session: LocalGame) -> list[MoveEntry] | None:
    """The lines of the move that was read; None to leave."""
    _say(*spoken.counters(session.scene(), session.role), session.scene().caption)
    while True:
        if sys.stdin.isatty():
            sys.stdout.write("> ")
            sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return None
        asked, _, rest = line.strip().partition(" ")
        match asked.lower():
            case "":
                continue
            case "quit":
                return None
            case "?":
                _say(*(f"{choice.text}: {choice.words}" for choice in session.scene().choices))
            case "board":
                _show(session)
            case "moves":
                _tell(session, session.lines())
            case "help":
                form = session.game.notation.ACTION_FORM
                _say(HELP, f"{form[0].upper()}{form[1:]}.")
            case "save" if rest:
                try:
                    session.save(Path(rest).expanduser())
                    _say(f"The record is in {rest}.")
                except Trouble as error:
                    _say(f"{error}.")
            case _:
                try:
                    return session.play(line.strip())
                except Refusal as error:
                    _say(f"{error}. Type ? for the legal moves.")


def _handed_over(session: LocalGame) -> bool:
    """Wait until the one who is to see what comes next is there; False to leave. Nobody else sits at a pipe."""
    seat = session.to_hand_over
    if seat is not None and sys.stdin.isatty():
        _say(*[""] * SCREENFUL, f"Hand over to {session.role(seat)}. Enter shows what only they may see.")
        if not sys.stdin.readline():
            return False
    session.hand_over()
    return True


def _show(session: LocalGame) -> None:
    scene = session.scene()
    _say(*spoken.words(scene), "", *chart(scene))


def _who_sits(session: LocalGame) -> Iterable[str]:
    for seat in range(len(session.sitting)):
        yield f"Seat {seat + 1}, {session.role(seat)}: {session.who(seat)}"


def _tell(session: LocalGame, lines: Iterable[MoveEntry]) -> None:
    for line in lines:
        who = "chance" if line.seat is None else session.role(line.seat)
        _say(f"{line.ply}. {who}: {line.text} - {line.said}")


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()

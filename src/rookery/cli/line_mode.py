"""The line mode: reads one move per line and writes words. It uses no escape codes, so it suits pipes, screen readers
and dumb terminals."""

import sys
import threading
from collections.abc import Iterable
from pathlib import Path

from rookery.cli import spoken
from rookery.cli.local_game import LocalGame, MoveEntry
from rookery.core.chart import chart
from rookery.core.errors import Refusal, Trouble

__all__ = ["play_lines"]

SCREENFUL = 60  # empty lines that scroll one player's view out of sight
THINKING_NOTICE_DELAY = 1.0  # seconds before a bot is said to be thinking

HELP = """\
Type a move in notation, or:
  ?           list the legal moves
  board       show the board again
  moves       list the moves so far
  save FILE   write the record of the game
  help        show this
  quit        leave"""


def play_lines(session: LocalGame, save: Path | None = None) -> None:
    """Play until the game is over, the player quits, or the input ends."""
    _say(session.game.facts.name, *_seat_lines(session), "Type help for a list of commands.", "")
    _print_moves(session, session.lines())
    here = _handed_over(session)
    if here:
        _show(session)
    while here and not session.position.is_over:
        if session.bot:
            _print_moves(session, session.play(*_bot_move(session)))
        elif (lines := _ask(session)) is not None:
            _print_moves(session, lines)
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
        _say("The game is not finished.")
        return
    _say(*spoken.counters(session.scene(), session.role), session.scene().caption)


def _bot_move(session: LocalGame) -> tuple[int, str]:
    """The bot's action and remark. A timer reports that it is thinking if that takes a while: searches release the
    interpreter lock."""
    waiting = threading.Timer(THINKING_NOTICE_DELAY, _say, [f"The {session.bot} bot is thinking ..."])
    waiting.start()
    try:
        return session.think(*session.task())
    finally:
        waiting.cancel()


def _ask(session: LocalGame) -> list[MoveEntry] | None:
    """Read a move and play it. The new lines of the move list, or None if the player quits."""
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
                _print_moves(session, session.lines())
            case "help":
                form = session.game.notation.ACTION_FORM
                _say(HELP, f"{form[0].upper()}{form[1:]}.")
            case "save" if rest:
                try:
                    session.save(Path(rest).expanduser())
                    _say(f"The record was saved to {rest}.")
                except Trouble as error:
                    _say(f"{error}.")
            case _:
                try:
                    return session.play(line.strip())
                except Refusal as error:
                    _say(f"{error}. Type ? to list the legal moves.")


def _handed_over(session: LocalGame) -> bool:
    """Wait until the screen has been handed to the player who may see the next view; False if the input ends. With a
    pipe there is nobody to hand it to."""
    seat = session.to_hand_over
    if seat is not None and sys.stdin.isatty():
        _say(*[""] * SCREENFUL, f"Hand over to {session.role(seat)}. Press Enter to show what only they may see.")
        if not sys.stdin.readline():
            return False
    session.hand_over()
    return True


def _show(session: LocalGame) -> None:
    scene = session.scene()
    _say(*spoken.words(scene), "", *chart(scene))


def _seat_lines(session: LocalGame) -> Iterable[str]:
    for seat in range(len(session.sitting)):
        yield f"Seat {seat + 1}, {session.role(seat)}: {session.who(seat)}"


def _print_moves(session: LocalGame, lines: Iterable[MoveEntry]) -> None:
    for line in lines:
        who = "chance" if line.seat is None else session.role(line.seat)
        _say(f"{line.ply}. {who}: {line.text} - {line.description}")


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()

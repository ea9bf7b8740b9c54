"""The line mode: reads one move per line and writes words. It uses no escape codes, so it suits pipes, screen readers
and dumb terminals."""

import os
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

from rookery.cli.console import chart_lines
from rookery.cli.local_game import LocalGame, MoveEntry
from rookery.core.errors import IllegalAction, Refusal, Trouble
from rookery.core.picture import counters
from rookery.core.scene import Scene, plural

SCREENFUL = 60  # empty lines that scroll a player's view out of sight
THINKING_NOTICE_DELAY = 1.0  # seconds before a bot is said to be thinking

HELP = """\
Type a move in notation, or:
  ?           list the legal moves
  board       show the board again
  moves       list the moves so far
  save FILE   write the record of the game
  help        show this
  quit        leave"""


def play_lines(local: LocalGame, save: Path | None = None) -> None:
    """Play until the game is over, the player quits, or the input ends."""
    _say(local.game.facts.name, *_seat_lines(local), "Type help for a list of commands.", "")
    _print_moves(local, local.lines())
    here = _handed_over(local)
    if here:
        _show(local)
    while here and not local.position.is_over:
        if local.bot:
            _print_moves(local, local.play(*_bot_move(local)))
        elif (lines := _ask(local)) is not None:
            _print_moves(local, lines)
        else:
            here = False
            continue
        if save is not None:
            local.save(save)
        if local.asks_person or local.position.is_over:
            here = _handed_over(local)
            if here:
                _say("", *chart_lines(local.scene()))
    if not here:
        _say("The game is not finished.")
        return
    _say(*counters(local.scene(), local.role), local.scene().caption)


def _bot_move(local: LocalGame) -> tuple[int, str]:
    """The bot's action and remark. A timer reports that it is thinking if that takes a while: searches release the
    interpreter lock."""
    waiting = threading.Timer(THINKING_NOTICE_DELAY, _say, [f"The {local.bot} bot is thinking ..."])
    waiting.start()
    try:
        return local.think(*local.task())
    finally:
        waiting.cancel()


def _ask(local: LocalGame) -> list[MoveEntry] | None:
    """Read a move and play it. The new lines of the move list, or None if the player quits."""
    _say(*counters(local.scene(), local.role), local.scene().caption)
    while True:
        if sys.stdin.isatty():
            sys.stdout.write("> ")
            sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return None
        word, _, rest = line.strip().partition(" ")
        match word.lower():
            case "":
                continue
            case "quit":
                return None
            case "?":
                _say(*(f"{choice.text}: {choice.words}" for choice in local.scene().choices))
            case "board":
                _show(local)
            case "moves":
                _print_moves(local, local.lines())
            case "help":
                form = local.game.notation.ACTION_FORM
                _say(HELP, f"{form[0].upper()}{form[1:]}.")
            case "save" if rest:
                try:
                    local.save(Path(os.path.expanduser(rest)))  # Path.expanduser fails where there is no home folder
                    _say(f"The record was saved to {rest}.")
                except Trouble as error:
                    _say(f"{error}.")
            case _:
                try:
                    return local.play(line.strip())
                except IllegalAction:
                    refusal = f"{line.strip()} is not legal here. {local.position.why_not(line)}"
                except Refusal as error:
                    refusal = str(error)
                _say(f"{refusal}. Type ? to list the legal moves.")


def _handed_over(local: LocalGame) -> bool:
    """Wait until the screen has been handed to the player who may see the next view; False if the input ends. With a
    pipe there is no screen to hand over."""
    seat = local.to_hand_over
    if seat is not None and sys.stdin.isatty():
        _say(*[""] * SCREENFUL, f"Hand over to {local.role(seat)}. Press Enter to show their view.")
        if not sys.stdin.readline():
            return False
    local.hand_over()
    return True


def _show(local: LocalGame) -> None:
    scene = local.scene()
    _say(*words(scene), "", *chart_lines(scene))


def _seat_lines(local: LocalGame) -> Iterable[str]:
    for seat in range(len(local.sitting)):
        yield f"Seat {seat + 1}, {local.role(seat)}: {local.who(seat)}"


def _print_moves(local: LocalGame, lines: Iterable[MoveEntry]) -> None:
    for line in lines:
        who = "chance" if line.seat is None else local.role(line.seat)
        _say(f"{line.ply}. {who}: {line.text} - {line.description}")


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def words(scene: Scene) -> list[str]:
    """One line for each zone, with the pieces in it."""
    held = {piece.spot for piece in scene.pieces}
    lines = []
    for zone in scene.zones:
        spots = [spot for spot in scene.spots if spot.zone == zone.id and spot.drawn]
        full = [spot.words for spot in spots if zone.listed or spot.id in held]
        empty = len(spots) - len(full)
        if not spots:
            continue
        rest = f"nothing on {empty} {'other ' if full else ''}{plural(empty, 'place')}"
        lines.append(f"{zone.words}. {'; '.join(full + ([rest] if empty else []))}.")
    return lines

"""The rules of Gameshire, a chapter of the rulebook a file; verbs.py has what a game asks of all of them.

Files in here import from each other, and never from this one, which is for everybody else.
"""

from rookery.core.plain import determinize as determinize
from rookery.core.plain import hide as hide
from rookery.core.plain import knows as knows
from rookery.games.gameshire.rules.actions import ACTIONS as ACTIONS
from rookery.games.gameshire.rules.layout import STATE as STATE
from rookery.games.gameshire.rules.layout import State as State
from rookery.games.gameshire.rules.market import weights as weights
from rookery.games.gameshire.rules.verbs import legal as legal
from rookery.games.gameshire.rules.verbs import mover as mover
from rookery.games.gameshire.rules.verbs import play as play
from rookery.games.gameshire.rules.verbs import setup as setup
from rookery.games.gameshire.rules.verbs import utilities as utilities

__all__ = [
    "ACTIONS",
    "STATE",
    "State",
    "determinize",
    "hide",
    "knows",
    "legal",
    "mover",
    "play",
    "setup",
    "utilities",
    "weights",
]

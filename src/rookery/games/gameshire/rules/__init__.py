"""The rules of Gameshire. Each file holds one chapter of the rulebook, and verbs.py holds the verbs.

This file exports what core/protocol.py asks of a game's rules. Files of this package import from each other, never from
this file.
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
from rookery.games.gameshire.rules.verbs import points as points
from rookery.games.gameshire.rules.verbs import setup as setup
from rookery.games.gameshire.rules.verbs import utilities as utilities

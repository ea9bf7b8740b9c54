"""The evaluator of Gameshire: an order of actions and estimated utilities."""

from rookery.core.plain_evaluator import mirror as mirror
from rookery.core.plain_evaluator import mirror_action as mirror_action
from rookery.core.plain_evaluator import mirror_seat as mirror_seat
from rookery.core.plain_evaluator import prove_first as prove_first
from rookery.core.plain_evaluator import simplify as simplify
from rookery.games.gameshire.engine.inputs import INPUTS as INPUTS
from rookery.games.gameshire.engine.inputs import inputs as inputs
from rookery.games.gameshire.engine.ordering import order as order
from rookery.games.gameshire.engine.outlook import WEIGHTS as WEIGHTS
from rookery.games.gameshire.engine.outlook import evaluate as evaluate

SYMMETRIES = 1  # maps and cards have no symmetry

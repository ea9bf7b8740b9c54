"""The text of Gameshire: actions and positions as notation, written and read, and the words that players see."""

from rookery.games.gameshire.text.notation import ACTION_FORM as ACTION_FORM
from rookery.games.gameshire.text.notation import ACTION_PATTERN as ACTION_PATTERN
from rookery.games.gameshire.text.notation import action_text as action_text
from rookery.games.gameshire.text.notation import action_words as action_words
from rookery.games.gameshire.text.notation import outcome_reason as outcome_reason
from rookery.games.gameshire.text.notation import outcome_words as outcome_words
from rookery.games.gameshire.text.positions import POSITION_FORM as POSITION_FORM
from rookery.games.gameshire.text.positions import position_text as position_text
from rookery.games.gameshire.text.positions import read_position as read_position

"""The scene of Gameshire: what players see, and what their clicks do."""

from rookery.games.gameshire.picture.compose import PICTURE as PICTURE
from rookery.games.gameshire.picture.compose import scene as scene
from rookery.games.gameshire.picture.compose import touched as touched
from rookery.games.gameshire.picture.reasons import why as why

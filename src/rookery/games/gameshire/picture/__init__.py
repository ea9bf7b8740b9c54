"""The scene of Gameshire: what players see, and what their clicks do. The zones, and the files that draw them:

    map-<seat>   left: the large map of the viewing seat, with all gifts and signs       sheet.py
    tools        on it: what that seat needs now; also the poses of the card in hand     hand.py
    team         below it: skills, their track, boons                                    stall.py
    market       right, from top to bottom: pairs of cards, and both decks               stall.py
    wrinkles     wrinkles that came or were seen at start                                stall.py
    discarded    season cards that skill Y can bring back, once the team has learned it  stall.py
    map-<seat>   the maps of the other seats, as large as the space allows               sheet.py
    sky, view    the castle, for one who plays alone                                     compose.py

compose.py puts the zones together, with the blocks of block.py. captions.py has the captions and prompts; reasons.py
says why a click does nothing, and newcomers.py what places are for and what matters now.
"""

from rookery.games.gameshire.picture.compose import MOTIONS as MOTIONS
from rookery.games.gameshire.picture.compose import PICTURE as PICTURE
from rookery.games.gameshire.picture.compose import SOUNDS as SOUNDS
from rookery.games.gameshire.picture.compose import scene as scene
from rookery.games.gameshire.picture.compose import touched as touched
from rookery.games.gameshire.picture.reasons import clicks as clicks
from rookery.games.gameshire.picture.reasons import why as why

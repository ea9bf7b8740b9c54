"""Tiny: a made-up game to break laws with. It has everything that games can have, in a few plies and without compiling.

Chance deals every player a hidden card of 1 to 3. Then they mark the three cells of a row in turn. The middle cell is
worth a bonus on top of the card; who has most wins.
"""

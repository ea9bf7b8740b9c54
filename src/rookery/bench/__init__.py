"""Speeds of this house, beside those of named peers, measured in one run. `rookery bench` prints them.

A game says in its `bench.toml` what is measured of it, beside whom, and what we want:

    [[row]]
    measure = "random games"    # a function of measures.py, by its name in MEASURES
    goal = 250_000              # ours, in the measure's unit
    [[row]]
    measure = "tree search"
    peer = "OpenSpiel"          # a library of peers.py ...
    peer_game = "connect_four"  # ... and what it calls the game
    ratio = 7                   # ours to theirs
    note = "another game"       # why the two cannot be compared as they stand; stands beside the ratio
    [[row]]
    measure = "longest answer"
    level = "master"            # of the bots; "memory" and "wins kept" want one, too
    players = 4                 # at the table; "memory", too
    [[row]]
    measure = "proof, median"
    plies = 16                  # random ones into the game, and ...
    positions = 200             # ... so many positions there; "proof, worst" and "wins kept", too
"""

from rookery.bench.report import Row, run

__all__ = ["Row", "run"]

"""Speeds of Rookery beside named peers, measured in one run: `make bench`, or python -m benchmarks.speed.

A game's `bench.toml` lists its benchmarks, their peers and our goals:

    [[row]]
    measure = "random games"    # a function of measures.py, by its name in MEASURES
    goal = 250_000              # for our figure, in the measure's unit
    [[row]]
    measure = "tree search"
    peer = "OpenSpiel"          # a library of peers.py ...
    peer_game = "connect_four"  # ... and its name for the game
    ratio = 7                   # goal for our figure divided by the peer's
    note = "another game"       # why the figures are not directly comparable; printed beside the ratio
    [[row]]
    measure = "longest answer"
    level = "master"            # level of the bots; also for "memory"
    players = 4                 # players at the table; also for "memory"
"""

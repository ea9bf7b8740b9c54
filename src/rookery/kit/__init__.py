"""Boards and pieces for games without drawings of their own.

boards.py   where things lie: squares, hexagons, tracks, rows of cards
results.py  who wins
kit.svg     the drawings and colours, for each game that has no art.svg, or whose art.svg says `data-kit`
"""

"""Kuhn poker (Kuhn 1950): each of two players antes 1 and is dealt one of three cards, a jack, a queen or a king.

The first may bet 1 or check; then the other may call or fold a bet, or bet or check; then the first may call or fold.
The higher card wins the pot. Its equilibria are known: the first loses 1/18 on average.
"""

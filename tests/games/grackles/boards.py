"""Boards on which all 25 tiles lie, for the rules of the end: drawings as in drawn.py, and lines of birds.

All came up in random games."""

from typing import NamedTuple

from rookery import Position
from tests.games.grackles.drawn import drawn


class Board(NamedTuple):
    """Everything but whose turn it is and what is left."""

    spots: str
    lines: str

    def at(self, do: str = "P turn", tokens: str = "5,5", quiet: int = 0) -> Position:
        return drawn(self.spots, do, self.lines, tokens, quiet)


# No birds at all.
EMPTY = Board(
    """
    14 B G P K P K P G K G
    13 K P G B G B K B B P
    12 P K K G K P G B G B
    11 B G P B G B P K K P
    10 K B G P P B G K K P
     9 P G K B K G B P G B
     8 K G P B B P B P G B
     7 B P K G K G K G K P
     6 P G B K G B B P P B
     5 B K G P P K K G G K
       c d e f g h i j k l
""",
    "-",
)
# Purple can only rotate.
PASSING = Board(
    """
    14 B G G B K P G P B K
    13 K P P K B G K B P G
    12 B P P B G B G P G P
    11 K G K G K P B K K B
    10 P K P B G K K B P K
     9 B G K G B P G P G B
     8 K P P K G K G K B K
     7 B G B G B P P B P G
     6 B P P B B P G B K B
     5 K G K G G K P K P G
       e f g h i j k l m n
""",
    "k5-m5,l6-n6,k11-n11,l12-n12,e6-e14,f6-f13,g6-g13,h6-h14,i6-i13,j6-j14,m7-m10",
)
# Blue can only rotate, and purple nothing once its tokens are spent.
PASSED = Board(
    """
    14 B G G B K P G P B K
    13 K P P K B G K B P G
    12 B P P B G B G P G P
    11 K G K G K P B K K B
    10 P K P B G K P G P K
     9 B G K G B P B K G B
     8 K P P K G K G K B K
     7 B G B G B P P B P G
     6 B P P B B P G B K B
     5 K G K G G K P K P G
       e f g h i j k l m n
""",
    "k5-m5,l6-n6,k11-n11,l12-n12,e6-e14,f6-f13,g6-g13,h6-h14,i6-i13,j6-j14,k7-k10,m7-m10",
)
# Blue has lines left; after j12-l12 there is nothing for purple, not even a tile to rotate.
SKIPPING = Board(
    """
    14 P G G B B P P B P G
    13 K B K P K G K G K B
    12 P B K B P B K B G P
    11 G K G P K G P G K B
    10 K G P B G K G P B K
     9 P B K G B P B K P G
     8 K G P K B P K P K P
     7 P B G B G K B G G B
     6 P B P K K P B P P G
     5 G K G B B G K G B K
       e f g h i j k l m n
""",
    "l6-m6,j14-m14,e6-e9,e12-e14,f7-f13,g6-g10,h5-h14,i5-i9,j6-j9,k6-k9,l8-l10,n7-n13",
)
# Blue has neither a line nor a token; rotating E6 by r90 opens i9+i11 for it.
REOPENED = Board(
    """
    16 B G P K B G P G G B
    15 K P B G P K K B K P
    14 K B B K P B K P K G
    13 G P P G G K B G B P
    12 K P B P K G G K G B
    11 B G K G P B P B K P
    10 K P B G P B G K B G
     9 B G P K K G B P P K
     8 B K B G K B P G B G
     7 P G K P P G B K K P
       c d e f g h i j k l
""",
    "c7-f7,c8-e8,j9-k9,i13-k13,c16-l16,c9-c11,d10-d12,e10-e12,e14-e15,g7-g15,h8-h14,i7-i9,l7-l15",
)
# After purple's last line, h13-k13, blue can only rotate.
TURNING = Board(
    """
    16 G K G K G P B K B P
    15 P B P B B K G P G K
    14 B P K G B P B K G P
    13 K G B P G K P G K B
    12 P G G K K B G B K G
    11 K B B P P G K P P B
    10 K B P B G K G P B G
     9 P G K G B P K B P K
     8 P B G K K B P G K P
     7 K G P B P G K B B G
       e f g h i j k l m n
""",
    "g7-i7,l7-m7,k8-n8,i9-l9,g10-l10,f11-g11,h11-m11,j12-l12,f15-h15,"
    "k16-m16,e8-e15,f8-f10,i14-i15,j14-j16,n11-n13,n14-n16",
)
# After blue's f12-f14 purple can do nothing, and blue has f14+f15 left; no tile can be rotated.
UP = Board(
    """
    16 G P P G G K G P P G
    15 K B B K B P K B K B
    14 G B G P K P K P P K
    13 K P B K G B B G B G
    12 K B K G B G B P K B
    11 P G B P K P K G P G
    10 P G P B G K G B K P
     9 B K K G B P P K G B
     8 K G P G B P B P G B
     7 B P B K G K G K P K
       e f g h i j k l m n
""",
    "e11-h11,l15-n15,f16-m16,e7-e9,g8-g10,g13-g15,i8-i15,j8-j15,k8-k13,l8-l14,m7-m14,n8-n12",
)
# After blue's n12+n8 green has m12+m10 left; no tile can be rotated.
DOWN = Board(
    """
    16 K G P B K G G K P K
    15 P B G K P B P B G B
    14 G B P G G B G P B P
    13 P K B K K P K B K G
    12 G B B G G P K G G B
    11 P K P K B K B P P K
    10 B P P B G K B K G P
     9 K G K G B P G P B K
     8 K P K G K G G K K B
     7 G B B P P B B P P G
       e f g h i j k l m n
""",
    "f7-g7,h7-m7,j8-k8,f12-g12,e15-i15,f16-j16,e7-e14,f8-f10,g10-g11,"
    "h8-h14,i9-i11,i12-i14,j9-j13,j14-j15,k9-k16,l9-l14,m12-m15,n12-n15",
)
# None of three players has a line.
ROUND = Board(
    """
    14 P K G P K G K G P G
    13 B G B K B P B P B K
    12 G K B G K B G P B K
    11 B P K P P G B K P G
    10 K P B K P B G K G K
     9 G B P G K G B P P B
     8 P G G K G B P G K P
     7 B K B P K P K B B G
     6 P K G B K P G K G B
     5 B G P K B G P B K P
       c d e f g h i j k l
""",
    "c5-j5,e6-k6,f7-h7,c13-g13,e14-l14,c6-c8,c9-c12,d10-d11,e7-e12,f9-f12,g10-g11,h8-h12,i9-i13,j9-j13,k7-k13,l7-l11",
)
# Purple has two plays left; after k1-k5 nobody can do anything.
LAST = Board(
    """
    10 B P B P P B G K B P
     9 K G K G K G B P G K
     8 K G B G P G K P K G
     7 P B K P K B G B P B
     6 G P G B G P P K B G
     5 K B P K K B B G P K
     4 K B K P B G G P B G
     3 G P B G K P K B K P
     2 G P G B G K B G K B
     1 K B P K P B P K P G
       c d e f g h i j k l
""",
    "g1-i1,c7-f7,h7-l7,c10-k10,d2-d6,e1-e5,f2-f6,h3-h6,i2-i5,j8-j9",
)

"""Gleebs and Grues, for two: hungry pyramids absorb each other, and three grues eat whatever fits."""

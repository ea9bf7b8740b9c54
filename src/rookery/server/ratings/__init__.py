"""Rated tables: which can be rated, and what their results do to the ratings of their people."""

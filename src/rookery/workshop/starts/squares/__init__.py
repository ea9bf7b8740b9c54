"""Squares, a game for Rookery."""

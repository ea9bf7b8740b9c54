"""Dice, a game for Rookery."""

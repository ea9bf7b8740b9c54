"""Harbour Watch, a game for Rookery."""

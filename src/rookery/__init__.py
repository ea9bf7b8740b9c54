"""Rookery: tabletop games whose rules are written once."""

__version__ = "0.1.0"

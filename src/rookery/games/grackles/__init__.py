"""Grackles, for two to four: birds gather on telephone wires, and a line of them cannot be crossed."""

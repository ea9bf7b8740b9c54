"""Blockers!: lay your tiles in as few groups as you can, and capture little."""

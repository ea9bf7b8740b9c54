"""Lessons: positions with a task each, from a game's lessons.toml, and how they are taken."""

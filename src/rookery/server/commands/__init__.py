"""The commands that a page may send to a table, and the events that follow."""

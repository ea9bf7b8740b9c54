"""The time for a server and at a table, whatever the time of day is set to."""

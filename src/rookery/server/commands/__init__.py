"""What may be asked of a table, and the events that follow."""

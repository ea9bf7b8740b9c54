"""What a page may ask for at a table, and the events that follow."""

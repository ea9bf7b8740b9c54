"""How processes that share a database tell each other what they did."""

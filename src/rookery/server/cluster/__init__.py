"""How processes that share a database inform each other."""

"""The messages between processes that share a database."""

"""A page's WebSocket: its connection, its session, and the dispatch of its messages."""

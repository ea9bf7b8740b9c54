"""A page's WebSocket: the connection, the session, the dispatcher of its messages."""

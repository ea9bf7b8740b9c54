"""The server: tables for people and bots, in a browser. `rookery.server.http.uvicorn_server.serve` runs it."""

"""Simulated players at a server, and the server that is started for them: what `rookery load` measures."""

"""The limits for one address: rates, simultaneous connections, CPU time."""

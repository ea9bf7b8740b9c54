"""How much one address may ask for: rates, simultaneous connections, CPU time."""

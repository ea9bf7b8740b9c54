"""How much one address may ask for: rates, things at a time, time of the processor."""

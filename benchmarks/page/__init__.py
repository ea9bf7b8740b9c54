"""The waits of people who play in a browser."""

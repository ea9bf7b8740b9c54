"""What people wait for who play in a browser."""

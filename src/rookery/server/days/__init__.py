"""The games of the day on a server."""

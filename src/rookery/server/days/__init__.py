"""The games of the day and duplicate evenings on a server."""

"""The log, which never contains secrets, and the metrics."""

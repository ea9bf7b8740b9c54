"""The log, what it never says, and the metrics."""

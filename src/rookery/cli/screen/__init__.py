"""The full screen of `rookery play` and `rookery replay`."""

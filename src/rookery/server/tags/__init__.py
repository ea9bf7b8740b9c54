"""Name tags: what a device signs, and how it is checked."""

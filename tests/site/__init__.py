"""The static parlour."""

"""Surroundings that are against a page: dead connections, and what browsers forbid."""

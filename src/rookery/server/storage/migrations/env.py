"""Runs the migrations for alembic; postgres.py provides the connection."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()

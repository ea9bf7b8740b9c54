"""What alembic runs; postgres.py hands it the connection."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()

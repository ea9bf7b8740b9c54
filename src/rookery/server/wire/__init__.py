"""Every message between page and server, and what each viewer may see of a table."""

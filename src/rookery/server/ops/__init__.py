"""For operators: health, backups, the doctor, garbage collection."""

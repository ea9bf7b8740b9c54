"""Measurements, made with machine code: every kernel has it before it runs."""

import os

os.environ.setdefault("ROOKERY_MACHINE_CODE", "first")

"""The tests. Kernels run as modules here, which are there at once; those of machine code say so."""

import os

os.environ.setdefault("ROOKERY_MACHINE_CODE", "none")

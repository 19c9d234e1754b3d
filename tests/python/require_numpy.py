"""Imported before texelscope by tests that do not use NumPy themselves: they are skipped if NumPy is missing, because
the module needs it."""

import sys

try:
    import numpy  # noqa: F401
except ImportError:
    print("no NumPy, which the module needs")
    sys.exit(77)

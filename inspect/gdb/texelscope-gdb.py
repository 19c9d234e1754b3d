"""Adds the command `texelscope` to gdb: source this file, for example in ~/.gdbinit."""

import os
import sys

# Compiled files would stay behind when the package is removed.
sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import texelscope_gdb.command  # noqa: F401: the import adds it
sys.dont_write_bytecode = before

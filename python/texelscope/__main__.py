"""Runs the program that is installed with the module."""

import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).parent / "program" / "bin" / "texelscope"


def main():
    if not PROGRAM.is_file():
        sys.exit(f"texelscope: error: {PROGRAM} does not exist: this module is in a build folder; run bin/texelscope there")
    os.execv(PROGRAM, ["texelscope", *sys.argv[1:]])


if __name__ == "__main__":
    main()

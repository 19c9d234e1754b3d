"""Starts the program that is installed with the module."""

import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).parent / "program" / "bin" / "texelscope"


def main():
    if not PROGRAM.is_file():
        sys.exit(f"texelscope: error: there is no {PROGRAM}: this module lies in a build folder; start bin/texelscope there")
    os.execv(PROGRAM, ["texelscope", *sys.argv[1:]])


if __name__ == "__main__":
    main()

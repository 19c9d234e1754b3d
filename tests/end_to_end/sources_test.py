"""A Python loop and a program stopped in gdb show arrays in the real window at once: the values under the mouse are theirs.

Exit code 77, with the reason, if the machine lacks an X server, gdb, NumPy or the Python module. The environment names the program
for gdb (TEXELSCOPE_GDB_ARRAYS).
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from window import check, run_steps, widgets_are

HERE = pathlib.Path(__file__).resolve().parent
LOOP = """
import time, numpy, texelscope
texelscope.wait_for_window(60)
ramp = numpy.arange(12, dtype=numpy.float32).reshape(3, 4) + 0.5
while True:
    with texelscope.watching("loop"):
        doubled = ramp * 2
    texelscope.watch("ramp", ramp[::-1])
    time.sleep(0.01)
"""
programs = []


def line_of(mark):
    lines = (HERE.parent / "gdb" / "arrays.cpp").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if mark in line)


def type_in_gdb(*commands):
    programs[1].stdin.write("".join(command + "\n" for command in commands))
    programs[1].stdin.flush()


def start_programs(window):
    window.wait("the first frame", lambda s: s["frame"] > 2)
    programs.append(subprocess.Popen([os.environ["TEXELSCOPE_PYTHON"], "-B", "-c", LOOP]))
    window.wait("the loop's arrays", widgets_are("source.1.1", "source.1.2", "source.1.3"))
    programs.append(subprocess.Popen(["gdb", "-nx", "-q", os.environ["TEXELSCOPE_GDB_ARRAYS"]], stdin=subprocess.PIPE, text=True,
                                     stdout=subprocess.DEVNULL))
    type_in_gdb("set debuginfod enabled off", f"source {HERE.parent.parent / 'inspect/gdb/texelscope-gdb.py'}",
                f"break arrays.cpp:{line_of('// stop in main')}", f"break arrays.cpp:{line_of('// stop in inner')}", "run",
                "texelscope field", "texelscope pointer as 2x3")
    window.wait("gdb's arrays", widgets_are("source.2.1", "source.2.2"))


def see(window, source, name, value_at):
    """Shows a source, and compares the value under the mouse, which is above a texel that is not in the middle."""
    window.click(f"source.{source}")
    window.wait(f"{name} in the window", lambda s: s["image"] == name)
    x, y, width, height = window.state()["widgets"]["viewport"]
    window.screen.move(x + 0.4 * width, y + 0.45 * height)
    state = window.wait(f"a value of {name}", lambda s: s["image"] == name and s.get("texel") and s["value"] and
                        float(s["value"].split()[0]) == value_at(*s["texel"]))
    print(f"{name}: {state['value']} at {state['texel']}")


def values_are_those_of_the_programs(window):
    # The programs are listed in the order of their connection, and arrays in that of their first copy.
    see(window, "1.2", "loop.doubled", lambda x, y: 2 * (4 * y + x) + 1)
    see(window, "1.3", "ramp", lambda x, y: 4 * (2 - y) + x + 0.5)
    see(window, "2.1", "field", lambda x, y: 4 * y + x)
    see(window, "2.2", "pointer", lambda x, y: 3 * y + x)


def stops_draw_again(window):
    # The first number is 10 times the index of the loop's pass.
    type_in_gdb("continue", "continue", "continue")
    x, y, width, height = window.state()["widgets"]["viewport"]
    window.screen.move(x + 0.2 * width, y + 0.3 * height)
    window.wait("the number of the third pass", lambda s: s.get("texel") == [0, 0] and float(s["value"].split()[0]) == 20)


def ended_programs_stay(window):
    type_in_gdb("kill", "quit")
    programs[1].wait(30)
    programs[0].terminate()
    programs[0].wait(30)
    see(window, "2.1", "field", lambda x, y: 4 * y + x)
    window.close()


if __name__ == "__main__":
    if shutil.which("gdb") is None:
        print("no gdb: install the package gdb")
        sys.exit(77)
    if subprocess.run([os.environ["TEXELSCOPE_PYTHON"], "-c", "import numpy, texelscope"], capture_output=True).returncode != 0:
        print("no NumPy, which the module needs")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as socket_folder:
        os.environ["TEXELSCOPE_INSPECT"] = f"{socket_folder}/inspect"
        try:
            run_steps(__doc__, [start_programs, values_are_those_of_the_programs, stops_draw_again, ended_programs_stay])
        finally:
            for program in programs:
                program.kill()

"""A running program in C++, a Python loop, and a program that gdb has stopped show arrays in one window at once; the values under
the mouse are the senders'.

Exit code 77, with the reason, if the machine lacks an X server or gdb, or the build has no Python module.
"""

import os
import pathlib
import shutil
import socket
import struct
import subprocess
import sys
import time

from screen import Missing
from window import Window, check, run_steps

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEIGHT, WIDTH = 300, 400
# Each element is its position.
LOOP = f"""
import array, time, texelscope
rows = memoryview(array.array("f", range({HEIGHT} * {WIDTH}))).cast("B").cast("f", [{HEIGHT}, {WIDTH}])
assert texelscope.wait_for_window(60)
while True:
    texelscope.watch("gradient", rows)
    time.sleep(0.01)
"""


def source(window, name, **expected):
    """The listed array of this name, once it is as expected."""
    def found(state):
        return [one for one in state.get("sources", []) if one["name"] == name and expected.items() <= one.items()]

    return found(window.wait(f"{name} {expected}", found))[0]


def choose(window, name):
    """Shows an array, and waits for its first state."""
    widget = source(window, name)["widget"]
    window.click(widget)
    window.wait(f"a state of {name}", lambda s: "source_shown" in s and s["image"] == name)


def value_at(window, name):
    """The value at the middle of the picture, as its text; and the texel."""
    window.screen.move(*window.middle("viewport"))
    state = window.wait(f"a value of {name}", lambda s: s["image"] == name and s.get("texel") and s["value"])
    return state["value"], tuple(map(int, state["texel"]))


def three_senders_at_once(window):
    build = pathlib.Path(window.command[0]).parents[1]
    child, stopped, module = (build / "tests/texelscope_inspect_child", build / "tests/texelscope_gdb_arrays", build / "python")
    if not shutil.which("gdb") or not stopped.exists():
        raise Missing("gdb, or its program")
    python = next((one for one in (sys.executable, "/usr/bin/python3") if subprocess.run(
        [one, "-c", "import texelscope"], env={"PYTHONPATH": str(module)}, capture_output=True).returncode == 0), None)
    if python is None:
        raise Missing("a Python with NumPy, or the Python module")
    environment = window.screen.environment
    line = next(number for number, text in enumerate((ROOT / "tests/gdb/arrays.cpp").read_text().splitlines(), 1)
                if "// stop in main" in text)
    senders = [
        subprocess.Popen([child, "frames", "100000000", str(HEIGHT), str(WIDTH)], env=environment),
        subprocess.Popen([python, "-c", LOOP], env={**environment, "PYTHONPATH": str(module)}),
        subprocess.Popen(["gdb", "-nx", "-q", "-ex", "set debuginfod enabled off", "-ex", f"source {ROOT}/inspect/gdb/texelscope-gdb.py",
                          "-ex", f"break arrays.cpp:{line}", "-ex", "run", "-ex", "texelscope field", stopped],
                         env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)]
    try:
        check(source(window, "frame")["type"] == f"int32 ({HEIGHT}, {WIDTH})", "the type of the C++ array")
        check(source(window, "gradient")["type"] == f"float32 ({HEIGHT}, {WIDTH})", "the type of the Python array")
        check(source(window, "field")["type"] == "float32 (3, 4)", "the type of the array in gdb")

        # The program fills frame n with n.
        choose(window, "frame")
        first = int(value_at(window, "frame")[0])
        later = window.wait("a later state", lambda s: s["value"] and int(s["value"]) > first)
        check(int(later["value"]) > first, "the window follows the program")

        choose(window, "gradient")
        value, (x, y) = value_at(window, "gradient")
        check(float(value) == y * WIDTH + x, f"the gradient at ({x}, {y}) is {value}")
        window.screen.capture(window.folder / "three.ppm")

        # Back at a picture, its array is received again.
        window.screen.key("ctrl+Prior")
        again = int(value_at(window, "frame")[0])
        window.wait("states of the picture before", lambda s: s["image"] == "frame" and s["value"] and int(s["value"]) > again)

        choose(window, "field")
        value, (x, y) = value_at(window, "field")
        check(float(value) == 4 * y + x, f"the stopped program's array at ({x}, {y}) is {value}")

        # An array of a program that has ended stays visible.
        senders[1].kill()
        source(window, "gradient", has_ended=True)
        choose(window, "gradient")
        value, (x, y) = value_at(window, "gradient")
        check(float(value) == y * WIDTH + x, f"after the end, the gradient at ({x}, {y}) is {value}")

        # A paused array keeps its state, and the history goes back.
        choose(window, "frame")
        window.wait("some states", lambda s: s["source_shown"]["number"] > 5)
        window.click("sources.pause")
        number = window.settle()["source_shown"]["number"]
        time.sleep(0.5)
        check(window.state()["source_shown"]["number"] == number, "a paused array does not change")
        window.click("sources.earlier")
        window.wait("the state before", lambda s: s["source_shown"]["number"] < number)
        pictures = window.state()["pictures"]
        window.click("sources.keep")
        window.wait("one more picture", lambda s: s["pictures"] == pictures + 1)
    finally:
        for sender in senders:
            sender.kill()
            sender.wait()
    # gdb's program ends with it.
    window.wait("the end of all", lambda s: all(one["has_ended"] for one in s["sources"]))
    # It paused before the end.
    window.click("sources.pause")
    window.wait("the last state", lambda s: s["source_shown"]["number"] > number + 1)


def ends_are_seen_in_an_idle_window(window):
    """Nothing follows the last message, which may come at any time of the window's wait."""
    def message(kind, text):
        return struct.pack("<4sHHIIQ", b"TXI1", kind, 0, len(text), 1, 0) + text.encode()

    window.wait("a frame", lambda s: s.get("frame"))
    for number in range(8):
        with socket.socket(socket.AF_UNIX) as program:
            program.connect(os.environ["TEXELSCOPE_INSPECT"])
            program.sendall(message(1, '{"process": 1, "program": "short"}'))
            program.sendall(message(4, f'{{"name": "short {number}", "type": "int32", "shape": [2], "strides": [4], "offset": 0, '
                                       '"bytes": 8, "time": 0, "skipped": 0}'))
            source(window, f"short {number}")
            time.sleep(1 + number * 0.037)
        source(window, f"short {number}", has_ended=True)


def a_second_window_follows(window):
    """When the first is closed, programs show their arrays in the second; a range of numbers does not outlast its array."""
    build = pathlib.Path(window.command[0]).parents[1]
    child, environment = build / "tests/texelscope_inspect_child", window.screen.environment
    subprocess.run([child, "layouts"], env=environment, check=True, stderr=subprocess.DEVNULL)
    sender = subprocess.Popen([child, "frames", "100000000", str(HEIGHT), str(WIDTH)], env=environment)
    try:
        choose(window, "transposed")
        window.wait("a range", lambda s: s["parameters"].get("white") != "1")
        window.close()
        window.start()
        state = window.wait("the arrays again", lambda s: s.get("sources"))
        check(state["parameters"]["white"] == "1", f"white is {state['parameters']['white']}")
        with window.screen.another() as screen:
            folder = window.folder / "second"
            folder.mkdir()
            second = Window(window.command[0], screen, folder)
            try:
                second.wait("no arrays", lambda s: s.get("frame") and not s.get("sources"))
                window.close()
                # It looks for the place whenever it is used.
                for position in range(60):
                    screen.move(400 + position, 400)
                    time.sleep(0.5)
                    if second.state().get("sources"):
                        break
                source(second, "frame", has_ended=False)
                second.close()
            finally:
                second.process.kill()
                second.process.wait()
        window.start()
    finally:
        sender.kill()
        sender.wait()


if __name__ == "__main__":
    run_steps(__doc__, [a_second_window_follows, three_senders_at_once, ends_are_seen_in_an_idle_window])

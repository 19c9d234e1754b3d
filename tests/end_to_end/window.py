"""The program in its window, driven on a private X server."""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from screen import Missing, Screen

# The theme's colors of text, of selections and of errors.
TEXT = (0xE4, 0xE5, 0xE8)
ACCENT = (0xF2, 0xA3, 0x3A)
ERROR = (0xEF, 0x6A, 0x5B)


class Window:
    """The program in its window, and the state that it reports."""

    def __init__(self, program, screen, folder, options=(), scale=1, keeps_pictures=False):
        self.screen = screen
        self.folder = folder
        self.keeps_pictures = keeps_pictures
        self.file = folder / "widgets.json"
        self._read = None, None
        self.command = [program, "explore", "--size", f"{screen.width}x{screen.height}", "--scale", str(scale),
                        "--device", "cpu", "--widgets", self.file, "--screenshot", folder / "last.png", *options]
        self.start()

    def start(self):
        """Opens the window, or reopens it after it was closed."""
        self.file.unlink(missing_ok=True)
        self.screen.processed_input = self.processed_input
        self.process = subprocess.Popen(self.command, cwd=self.folder, env=self.screen.environment,
                                        stderr=subprocess.PIPE, text=True)

    def close(self):
        self.screen.key("ctrl+q")
        code = self.process.wait(60)
        check(code == 0, f"exit code {code}: {self.process.stderr.read()}")

    def state(self):
        if self.process.poll() == 3:
            raise Missing(self.process.stderr.read())
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended with {self.process.returncode}: {self.process.stderr.read()}")
        return self._last_state()

    def _last_state(self):
        """The state of a window that may be closed; None before its first frame. Callers must not change it: it is parsed
        once for each file that the program writes."""
        try:
            with self.file.open() as file:
                facts = os.fstat(file.fileno())
                identity = facts.st_ino, facts.st_mtime_ns, facts.st_size
                if self._read[0] != identity:
                    self._read = identity, json.load(file)
        except FileNotFoundError:
            return None
        return self._read[1]

    def processed_input(self):
        """The number of input events that the window has processed; None while it is processing some, or is not yet open."""
        state = self._last_state()
        return None if state is None or state["input_waits"] else state["input_count"]

    def settle(self, seconds=5):
        """Waits until the frames that follow the last input have been drawn, and returns the state. A window that is being
        used all the time, as by a tour, does not settle."""
        end = time.monotonic() + seconds
        state = self.state()
        while time.monotonic() < end and not (state and state["is_settled"]):
            time.sleep(0.02)
            state = self.state()
        return state

    def wait(self, what, condition, seconds=60):
        """Waits until the window's state meets a condition, and returns the state."""
        end = time.monotonic() + seconds
        state = None
        while time.monotonic() < end:
            state = self.state()
            if state is not None and condition(state):
                return state
            time.sleep(0.03)
        shown = {key: value for key, value in (state or {}).items() if key != "widgets"}
        raise AssertionError(f"waited {seconds} s for: {what}; the window's state is {shown}")

    def middle(self, widget, across=0.5):
        state = self.wait(f"widget {widget}", lambda s: widget in s["widgets"])
        x, y, width, height = state["widgets"][widget]
        return x + across * width, y + height / 2

    def click(self, widget):
        """Clicks the widget once it no longer moves: a list that opens at the window's edge moves at first."""
        before, place = None, self.middle(widget)
        for _ in range(20):
            if place == before:
                break
            time.sleep(0.05)
            self.settle()
            before, place = place, self.middle(widget)
        self.screen.click(*place)

    def move_into_properties(self, inset, y):
        """Moves the mouse to `inset` pixels from the left edge of the properties, `y` pixels below the window's top."""
        x, _, width, _ = self.state()["widgets"]["properties.splitter"]
        self.screen.move(x + width + inset, y)

    def scroll_properties_down(self):
        """Scrolls to the end of the properties, where their beginning is no longer visible."""
        self.move_into_properties(60, self.state()["widgets"]["properties.splitter"][1] + 200)
        for _ in range(12):
            self.screen.press(5)
            self.screen.release(5)
        time.sleep(0.3)

    def viewport(self, name):
        """The pixels of the viewport, with the mouse moved away."""
        self.screen.move(self.screen.width - 2, self.screen.height - 2)
        time.sleep(0.3)
        return self.screen.capture(self.folder / f"{name}.ppm").cut(*self.state()["widgets"]["viewport"])


def is_near(color, other, tolerance=3):
    return all(abs(a - b) <= tolerance for a, b in zip(color, other))


def share(pixels, color):
    """The fraction of the pixels with a color."""
    counts = collections.Counter(pixels)
    return sum(count for other, count in counts.items() if is_near(color, other)) / len(pixels)


def ink(pixels, color):
    """The fraction of the pixels closer to a color than to the background: includes the edges of letters, in any font."""
    counts = collections.Counter(pixels)
    paper = counts.most_common(1)[0][0]
    blends = [tuple(b + (c - b) * part / 20 for b, c in zip(paper, color)) for part in range(10, 21)]
    return sum(count for other, count in counts.items() if any(is_near(other, blend, 6) for blend in blends)) / len(pixels)


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def children_of(window):
    """The processes that the window's process has started and has not yet waited for."""
    found = set()
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = stat.read_text().rpartition(")")[2].split()[1]
        except OSError:
            # The process has ended.
            continue
        if int(parent) == window.process.pid:
            found.add(int(stat.parent.name))
    return found


def widgets_are(*names, without=()):
    """A condition for Window.wait()."""
    return lambda state: all(name in state["widgets"] for name in names) and not any(
        name in state["widgets"] for name in without)


def type_into(window, widget, text, delay=20):
    """Replaces the contents of a text field, with `delay` ms between two letters."""
    window.click(widget)
    window.screen.hold("ctrl", "a")
    window.screen.type(text, delay)
    # ImGui may process one letter per frame; a partially typed text is a different text.
    time.sleep(0.1)
    window.wait("the whole typed text", lambda s: s["is_settled"])


def leave_fields(window, lab):
    """Clicks an empty place, so that keys are not typed into a field."""
    window.screen.click(*window.middle(f"lab.{lab}"))


def pixels_of(window, widget, name):
    return window.screen.capture(window.folder / f"{name}.ppm").cut(*window.state()["widgets"][widget])


def wait_for_pixels(window, widget, name, condition, what, seconds=20):
    """Waits until a widget's pixels meet a condition, and returns them. The window's state is ahead of its drawing, and a
    texture is one frame late. A condition that may fail returns a description of the failure instead of False."""
    end = time.monotonic() + seconds
    while True:
        pixels = pixels_of(window, widget, name)
        found = condition(pixels)
        if found is True:
            return pixels
        check(time.monotonic() < end, f"waited {seconds} s for {what} in {widget}: {found}")
        time.sleep(0.1)


def wait_for_share(window, widget, name, color, condition, what):
    """Waits until the expected fraction of a widget has the given color."""
    wait_for_pixels(window, widget, name, lambda pixels: condition(part := share(pixels, color)) or
                    f"{part:.4f} of it has the color {color}", what)


def wait_for_ink(window, widget, name, color):
    """Waits until a widget's letters have a color."""
    wait_for_pixels(window, widget, name, lambda pixels: (part := ink(pixels, color)) > 0.01 or
                    f"{part:.4f} of it is text", f"text of the color {color}")


def wait_for_change(window, widget, name, before, what):
    """Waits until a widget's pixels differ from `before`, and returns them."""
    return wait_for_pixels(window, widget, name, lambda pixels: pixels != before or "it is unchanged", what)


def open_x11_screen(arguments):
    return Screen(1280, 720, arguments.x11_client)


def run_steps(description, steps, open_screen=open_x11_screen, open_window=Window):
    """Opens the window that the command line names and performs the steps, each a function of the window; ends the
    program with the exit code of a test: 0, 1, or 77 if this machine cannot run it. `open_screen` creates the screen from the parsed
    command line, and `open_window`, which takes the arguments of Window(), opens the window on that screen."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--program", required=True)
    parser.add_argument("--x11-client", required=True)
    parser.add_argument("--renderer", default="gl", choices=("gl", "vulkan"))
    parser.add_argument("--glfw", default="3.4", help="the version of GLFW that the program was built with")
    parser.add_argument("--keep", help="a folder for the screenshots")
    arguments = parser.parse_args()
    os.environ.setdefault("LC_ALL", "C.UTF-8")
    with tempfile.TemporaryDirectory() as temporary:
        # The program stores its state in folders of the test.
        os.environ["XDG_CONFIG_HOME"] = str(pathlib.Path(temporary).resolve() / "configuration")
        os.environ["XDG_STATE_HOME"] = str(pathlib.Path(temporary).resolve() / "state")
        # Other programs of this user show their arrays elsewhere.
        os.environ["TEXELSCOPE_INSPECT"] = str(pathlib.Path(temporary).resolve() / "window/inspect")
        folder = pathlib.Path(arguments.keep or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with open_screen(arguments) as screen:
                # Vulkan's validation layers, if installed, must report nothing.
                screen.environment["TEXELSCOPE_VULKAN_VALIDATION"] = "auto"
                window = open_window(arguments.program, screen, folder, ("--renderer", arguments.renderer),
                                keeps_pictures=arguments.keep is not None)
                try:
                    for step in steps:
                        step(window)
                finally:
                    if window.process.poll() is None:
                        window.process.kill()
                        window.process.wait()
                said = window.process.stderr.read()
                check("validation" not in said, f"the validation layers reported: {said}")
        except Missing as missing:
            print(f"skipped: {missing}")
            sys.exit(77)
        except AssertionError as failure:
            print(f"failed: {failure}", file=sys.stderr)
            sys.exit(1)
    sys.exit(0)

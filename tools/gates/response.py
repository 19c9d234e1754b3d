"""The response time of the window to typing, menus and dragging a panel's edge while a frame of the scene takes half a second:
`clouds` in a window of 1600 × 1000 under Xvfb, on the CPU device. Measured from the event to the window that shows its effect."""

import json
import os
import subprocess
import time

from gate_kit import Failure, Figure, Missing, at_most
from xtest import Input
from xvfb import Xvfb

SIZE = (1600, 1000)
SECONDS_TO_SETTLE = 4
LONGEST_WAIT = 5
LIMIT_MS = 50
COUNT = 100
KEYS = 1000


class Watched:
    """The window, observed through its widget file."""

    def __init__(self, process, file):
        self.process, self.file = process, file
        self.written = 0
        self.state = {"widgets": {}}

    def wait(self, what, condition, seconds=LONGEST_WAIT):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Failure(f"the window exited with code {self.process.returncode}: {self.process.stderr.read()}")
            # Reading costs more processor time than stat.
            written = self.file.stat().st_mtime_ns if self.file.exists() else 0
            if written != self.written:
                self.written = written
                self.state = json.loads(self.file.read_text())
            if condition(self.state):
                return
            time.sleep(0.0005)
        raise Failure(f"waited {seconds} s for {what}; the window has {self.state.get('typed')!r}")

    def answer_ms(self, what, send, condition):
        start = time.monotonic()
        send()
        self.wait(what, condition)
        return 1000 * (time.monotonic() - start)

    def middle(self, name):
        x, y, width, height = self.state["widgets"][name]
        return x + width / 2, y + height / 2


def typing(window, keys):
    """Types letters into the palette, and deletes every eighth."""
    keys.key("Control_L", "k")
    window.wait("the palette", lambda s: "palette.text" in s["widgets"])
    text, times = "", []
    for number in range(COUNT):
        letter = "abcdefgh"[number % 8]
        name = "BackSpace" if letter == "h" else letter
        text = text[:-1] if letter == "h" else text + letter
        times.append(window.answer_ms(f"the text {text!r}", lambda: keys.key(name), lambda s: s["typed"] == text))
        time.sleep(0.03)
    keys.key("Escape")
    window.wait("the scene", lambda s: "palette.text" not in s["widgets"])
    return times


def click(keys):
    keys.button(True)
    keys.button(False)


def menus(window, keys):
    """Opens and closes a menu."""
    times = []
    keys.move(*window.middle("menu.File"))
    time.sleep(0.3)
    for _ in range(COUNT // 2):
        times.append(window.answer_ms("the menu", lambda: click(keys), lambda s: "action.open" in s["widgets"]))
        time.sleep(0.05)
        times.append(window.answer_ms("the end of the menu", lambda: click(keys), lambda s: "action.open" not in s["widgets"]))
        time.sleep(0.05)
    return times


def drags(window, keys):
    """Drags the edge of the navigation back and forth."""
    x, y = window.middle("navigation.splitter")
    keys.move(x, y)
    time.sleep(0.3)
    keys.button(True)
    time.sleep(0.3)
    times = []
    for number in range(COUNT):
        before = window.state["widgets"]["navigation.splitter"]
        x += -6 if number // 10 % 2 else 6
        times.append(window.answer_ms("the edge", lambda: keys.move(x, y),
                                      lambda s: s["widgets"].get("navigation.splitter", before) != before))
        time.sleep(0.03)
    keys.button(False)
    return times


def lost_keys(window, keys, environment):
    """The fraction of a long text, typed by xdotool, that is not received as typed."""
    keys.key("Control_L", "o")
    window.wait("the dialog", lambda s: "open.path" in s["widgets"] and not s["input_waits"])
    keys.key("Control_L", "a")
    time.sleep(0.5)
    text = "".join("abcdefghijklmnopqrstuvwxyz"[number * 7 % 26] for number in range(KEYS))
    subprocess.run(["xdotool", "type", "--delay", "10", text], env=environment, check=True, timeout=120)
    try:
        window.wait("all keys", lambda s: s["typed"] == text)
    except Failure:
        typed = window.state["typed"]
        return max(KEYS - len(typed), sum(a != b for a, b in zip(text, typed)))
    return 0


def measure(context):
    context.require("xvfb-run", "xdotool")
    with Xvfb(f"{SIZE[0]}x{SIZE[1]}") as display:
        try:
            keys = Input(display)
        except OSError as error:
            raise Missing(str(error)) from error
        file = context.work / "widgets.json"
        environment = {**os.environ, "DISPLAY": display, "XDG_CONFIG_HOME": str(context.work / "configuration"),
                       "XDG_STATE_HOME": str(context.work / "state")}
        process = subprocess.Popen([context.program, "explore", "--fresh", "--scene", "clouds", "--size", f"{SIZE[0]}x{SIZE[1]}",
                                    "--device", "cpu", "--widgets", file], env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            window = Watched(process, file)
            window.wait("the window", lambda s: "navigation.splitter" in s["widgets"], 60)
            time.sleep(SECONDS_TO_SETTLE)
            for name, measured in (("typing", typing), ("menus", menus), ("dragging a panel's edge", drags)):
                times = sorted(measured(window, keys))
                yield at_most(f"answer to {name}, 95th percentile", times[int(0.95 * len(times))], LIMIT_MS, "ms")
                yield Figure(f"answer to {name}, median", times[len(times) // 2], "ms", "", None)
            yield at_most(f"keys lost of {KEYS}", lost_keys(window, keys, environment), 0, "")
        finally:
            process.kill()
            process.wait()

"""A review of failing pairs in the window: A/B, clusters, accept, undo, reject, masks, and when each file is
written."""

import json
import pathlib
import signal
import subprocess
import time

from pictures_test import png_of_16_bits
from window import TEXT, Window, check, is_near, run_steps, wait_for_pixels

WIDTH, HEIGHT = 120, 80
# Pair: the rectangle that differs, and its value; all other pixels are 1000.
PAIRS = {"a.png": ((10, 10, 8, 8), 60000), "b.png": ((50, 40, 6, 6), 50000), "c.png": ((100, 60, 4, 4), 40000),
         "d.png": ((20, 60, 2, 2), 30000)}


class ReviewWindow(Window):
    """`texelscope compare EXPECTED ACTUAL --review`."""

    def __init__(self, program, screen, folder, options=(), keeps_pictures=False):
        self.program = program
        self.expected, self.actual = folder / "expected", folder / "actual"
        for path in (self.expected, self.actual):
            path.mkdir(exist_ok=True)
        for name, ((left, top, width, height), value) in PAIRS.items():
            png_of_16_bits(self.expected / name, WIDTH, HEIGHT, lambda x, y: (1000,) * 3)
            png_of_16_bits(self.actual / name, WIDTH, HEIGHT, lambda x, y: (
                value if left <= x < left + width and top <= y < top + height else 1000,) * 3)
        super().__init__(program, screen, folder, options, keeps_pictures=keeps_pictures)

    def start(self):
        self.file.unlink(missing_ok=True)
        size = f"{self.screen.width}x{self.screen.height}"
        self.process = subprocess.Popen(
            [self.program, "compare", self.expected, self.actual, "--review", "--size", size, "--widgets", self.file],
            cwd=self.folder, env=self.screen.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end(self, code):
        """Closes the review, and returns its output."""
        self.screen.key("ctrl+q")
        return self.wait_for_end(code)

    def wait_for_end(self, code):
        """Returns the output of the review."""
        ended = self.process.wait(60)
        printed = self.process.stdout.read()
        check(ended == code, f"exit code {ended}, not {code}: {printed}")
        return printed

    def wait_for_pair(self, name, what=lambda review: True):
        """Waits until a pair is under review, and its picture is shown."""
        return self.wait(f"the pair {name}", lambda s: s["review"]["pair"] == name and s["image"] == name and
                         not s["loading"] and s["zoom"] > 0 and "picture.0" in s["widgets"] and what(s["review"]))

    def files(self):
        """All bytes of the files in the folder of the expected images."""
        return {path.name: path.read_bytes() for path in self.expected.iterdir()}

    def bytes_of_actual(self, name):
        return (self.actual / name).read_bytes()


def look(window):
    """Switches between the actual and the expected image with B; the window writes nothing."""
    before = window.files()
    state = window.wait_for_pair("a.png")
    check(state["review"]["pairs"] == 4 and state["review"]["open"] == 4, f"the review has {state['review']}")
    window.wait("the cluster, without a key", lambda s: s["zoom"] == 12 and "review.cluster_frame" in s["widgets"])
    window.screen.move(*window.middle("viewport"))
    window.wait("the actual value", lambda s: s["value"].split()[:1] == ["60000"])
    frames = window.screen.capture(window.folder / "frames.ppm")
    x, y, width, height = window.state()["widgets"]["review.cluster_frame"]
    for corner in ((x, y), (x + width, y), (x, y + height), (x + width, y + height)):
        colors = frames.cut(round(corner[0]) - 1, round(corner[1]) - 1, 3, 3)
        check(any(is_near(color, TEXT) for color in colors), f"the corner {corner} of the cluster's frame is {colors}")
    window.screen.key("b")
    window.wait("the expected value", lambda s: s["value"].split()[:1] == ["1000"])
    window.screen.key("b")
    window.wait("the actual value again", lambda s: s["value"].split()[:1] == ["60000"])
    window.screen.key("d")
    window.wait_for_pair("b.png")
    window.screen.key("shift+d")
    window.wait_for_pair("a.png")
    check(window.files() == before, "a file was written before any image was accepted")
    print("A/B, next and previous failure, next cluster: nothing is written")


def grid(window):
    """All pairs with the places of their changes; a click opens one."""
    window.screen.key("ctrl+shift+g")
    window.wait("the grid", lambda s: s["review"]["has_grid"] and all(f"review.card.{index}" in s["widgets"] for index in range(4)))
    changed = (195, 195, 195)
    wait_for_pixels(window, "review.card.1", "card", lambda pixels: sum(is_near(pixel, changed) for pixel in pixels) >= 16 or
                    f"the card shows {len(pixels)} other pixels", "the actual image of b.png")
    window.click("review.card.2")
    window.wait_for_pair("c.png", lambda review: not review["has_grid"])
    window.screen.key("shift+d")
    window.wait_for_pair("b.png")
    window.screen.key("shift+d")
    window.wait_for_pair("a.png")
    print("a grid of all pairs")


def accept(window):
    """One key replaces the expected image with the actual image, and a second key restores the old image."""
    before = window.files()
    time.sleep(0.3)
    window.screen.key("a")
    window.wait_for_pair("b.png", lambda review: review["open"] == 3)
    check(window.files() == {**before, "a.png": window.bytes_of_actual("a.png")}, "more than the accepted image was written")
    window.screen.key("u")
    window.wait_for_pair("a.png", lambda review: review["state"] == "open")
    check(window.files() == before, "the old image was not restored")
    window.wait("the picture at rest", lambda s: not s["loading"] and "picture.0.thumbnail" in s["widgets"])
    window.click("review.accept")
    window.wait_for_pair("b.png", lambda review: review["open"] == 3)
    check(window.files()["a.png"] == window.bytes_of_actual("a.png"), "the button does not accept")
    print("accept, undo, accept")


def reject(window):
    before = window.files()
    window.click("review.reject")
    window.wait_for_pair("c.png", lambda review: review["open"] == 2)
    check(window.files() == before, "a rejection writes something")
    print("reject")


def mask(window):
    """The cluster is masked in the view, and the mask is written only by a separate button."""
    before = window.files()
    window.screen.key("s")
    window.wait("the mask in the view", lambda s: s["review"]["masks"] == 1 and "mask.0" in s["widgets"])
    check(window.files() == before, "a mask in the view was written")
    window.click("review.write_masks")
    window.wait_for_pair("d.png", lambda review: review["open"] == 1)
    rules = json.loads((window.expected / "compare.json").read_text())["rules"]
    check(len(rules) == 1 and rules[0]["match"] == "c.png", f"the rules are {rules}")
    left, top, width, height = rules[0]["masks"][0]
    (x, y, wide, high), _ = PAIRS["c.png"]
    check(left <= x and top <= y and left + width >= x + wide and top + height >= y + high, f"the mask is {rules[0]}")
    print(f"mask: {rules[0]['masks']}")


def leave_one(window):
    """The remaining pairs are printed, and fail again in the next comparison."""
    printed = window.end(1)
    states = {line.split()[1].rstrip(":"): line.split()[0] for line in printed.splitlines()[:4]}
    check(states == {"a.png": "accepted", "b.png": "rejected", "c.png": "masked", "d.png": "open"}, f"it printed {printed}")
    check(printed.splitlines()[-1] == "pairs still failing: 2 of 4 (1 open)", f"it printed {printed}")
    compared = subprocess.run([window.program, "compare", window.expected, window.actual, "--json"], capture_output=True,
                              text=True, check=False)
    failing = [pair["name"] for pair in json.loads(compared.stdout)["pairs"] if pair["failures"]]
    check(compared.returncode == 1 and sorted(failing) == ["b.png", "d.png"], f"the next comparison fails for {failing}")
    print(printed.splitlines()[-1])


def end_otherwise(window):
    """The outcome of each pair is printed even if it is not the user who closes the window."""
    for what, code in ((lambda: window.process.send_signal(signal.SIGTERM), 128 + signal.SIGTERM),
                       (window.screen.destroy_window, 1), (window.screen.disconnect, 3)):
        window.start()
        window.wait_for_pair("b.png")
        window.screen.key("k")
        window.wait_for_pair("d.png")
        what()
        printed = window.wait_for_end(code)
        check([line.split(":")[0] for line in printed.splitlines()] ==
              ["rejected b.png", "open     d.png", "pairs still failing"], f"it printed {printed}")
    print("ended by a signal, without its window, without its X server: the pairs are printed")


def accept_the_rest(window):
    window.start()
    window.wait_for_pair("b.png")
    window.screen.key("a")
    window.wait_for_pair("d.png")
    window.screen.key("a")
    window.wait("no open pair", lambda s: s["review"]["open"] == 0)
    window.screen.capture(window.folder / "reviewed.ppm")
    printed = window.end(0)
    check(printed.splitlines()[-1] == "all 2 pairs pass now", f"it printed {printed}")
    again = subprocess.run([window.program, "compare", window.expected, window.actual, "--review"], capture_output=True,
                           text=True, check=False)
    check(again.returncode == 0 and again.stdout == "no failing pairs: nothing to review\n", f"without failures: {again}")
    state = [path for path in pathlib.Path(window.folder).rglob("*") if "session" in path.name]
    check(not state, f"a review keeps a session: {state}")
    print("all accepted: code 0")


if __name__ == "__main__":
    run_steps(__doc__, (look, grid, accept, reject, mask, leave_one, end_otherwise, accept_the_rest), open_window=ReviewWindow)

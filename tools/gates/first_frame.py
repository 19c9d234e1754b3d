"""The time from starting the built program to the first frame on screen, by the program's clock and by an external one."""

import json
import statistics
import time

from gate_kit import Figure, at_most
from xvfb import Xvfb

RUNS = 5


def measure(context):
    context.require("xvfb-run")
    timing = context.work / "timing.json"
    inside, outside = [], []
    with Xvfb() as display:
        for _ in range(RUNS + 1):
            start = time.monotonic()
            context.run("explore", context.photo, "--scene", "image", "--frames", 1, "--timing", timing, "--device", "cpu",
                        environment={"DISPLAY": display})
            outside.append(1000 * (time.monotonic() - start))
            inside.append(json.loads(timing.read_text())["first_frame_ms"])
    # The first run reads the program from the disk.
    yield at_most(f"first frame, median of {RUNS}", statistics.median(inside[1:]), 500, "ms")
    yield at_most("first frame, slowest", max(inside[1:]), 500, "ms")
    yield Figure("start, one frame and exit, wall time", statistics.median(outside[1:]), "ms", "", None)
    yield Figure("first frame, first start", inside[0], "ms", "", None)

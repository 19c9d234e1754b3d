"""The cost of showing arrays for a program, and the time until the window shows them: a frame of 1080p in RGBA32F, 60 times a second,
on the CPU device."""

import json
import os
import statistics
import subprocess
import time

from gate_kit import Failure, Figure, at_most
from xvfb import Xvfb

MOST_NANOSECONDS_UNWATCHED = 20
MOST_PERCENT_OF_TIME = 2
# One copy in the program, one in the window, a scene on the CPU device, and llvmpipe.
MOST_MILLISECONDS_TO_SCREEN = 250
SECONDS_TO_START = 20


def shown_state(file):
    """The shown state and when it was drawn, both in seconds since 1970; None before the first."""
    try:
        drawn = file.stat().st_mtime
        state = json.loads(file.read_text()).get("source_shown")
    except (OSError, ValueError):
        return None
    return state and (state["number"], drawn, state["time"] / 1e9)


def wait_for_source(file):
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end:
        try:
            state = json.loads(file.read_text())
            return state["widgets"][state["sources"][0]["widget"]]
        except (OSError, ValueError, KeyError):
            time.sleep(0.05)
    raise Failure("the window does not list the program's array")


def measure(context):
    context.require("xvfb-run", "xdotool")
    program = context.build / "tests/texelscope_inspect_child"
    unwatched = json.loads(subprocess.run([program, "cost"], env={"TEXELSCOPE_INSPECT": str(context.work / "nobody")},
                                          capture_output=True, check=True, timeout=60).stdout)
    yield at_most("a call without a window", unwatched["nanoseconds"], MOST_NANOSECONDS_UNWATCHED, "ns")
    runtime = context.work / "runtime"
    runtime.mkdir(mode=0o700)
    file = context.work / "widgets.json"
    with Xvfb() as display:
        environment = {**os.environ, "DISPLAY": display, "XDG_RUNTIME_DIR": str(runtime),
                       "XDG_CONFIG_HOME": str(context.work / "configuration"), "XDG_STATE_HOME": str(context.work / "state")}
        environment.pop("TEXELSCOPE_INSPECT", None)
        window = subprocess.Popen([context.program, "explore", "--fresh", "--device", "cpu", "--widgets", file],
                                  env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            while not (runtime / "texelscope/inspect").exists():
                time.sleep(0.05)
            sender = subprocess.Popen([program, "cost"], env=environment, stdout=subprocess.PIPE, text=True)
            x, y, width, height = wait_for_source(file)
            subprocess.run(["xdotool", "mousemove", str(round(x + width / 2)), str(round(y + height / 2)), "click", "1"],
                           env=environment, check=True, timeout=30)
            latencies = {}
            while sender.poll() is None:
                if state := shown_state(file):
                    latencies.setdefault(state[0], 1000 * (state[1] - state[2]))
                time.sleep(0.002)
            watched = json.loads(sender.stdout.read())
        finally:
            window.terminate()
            window.wait(timeout=30)
    if not watched["watched"] or len(latencies) < 5:
        raise Failure(f"the window showed {len(latencies)} states of {watched}")
    yield at_most("time in calls, 1080p RGBA32F at 60 Hz", 100 * watched["share"], MOST_PERCENT_OF_TIME, "% of the time")
    yield Figure("the longest call", watched["longest_ms"], "ms", "", None)
    yield Figure("states sent", watched["sent"] / watched["seconds"], "a second", "", None)
    # The first state opens the scene.
    yield at_most("from the program to the screen, median", statistics.median(list(latencies.values())[1:]),
                  MOST_MILLISECONDS_TO_SCREEN, "ms")

"""The CPU load of the idle window, as a percentage of one core, for a scene with constant frames, and for each lab next to a
paused scene."""

import json
import os
import re
import subprocess
import time

from gate_kit import Failure, at_most
from xvfb import Xvfb

SECONDS_TO_START = 3
# In the first seconds, scenes are compiled in advance, and one-shot animations end.
SECONDS_TO_SETTLE = 24
SECONDS = 20
MOST_PERCENT_STILL = 0.2
MOST_PERCENT = 2
# A kernel that depends on time is never idle.
SETTINGS = {"kernels": {"paused": "on"}}


def processor_seconds(process):
    """User and system time of all its threads (man 5 proc, stat)."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def open_lab(lab, widgets, environment):
    """Pauses the scene, opens the lab and moves the mouse away."""
    x, y, width, height = widgets[f"lab.{lab}"]
    for command in (["key", "p"], ["mousemove", round(x + width / 2), round(y + height / 2)], ["click", 1],
                    ["mousemove", 1279, 719]):
        subprocess.run(["xdotool", *map(str, command)], env=environment, check=True, timeout=30)
        time.sleep(0.5)


def rest(context, display, lab):
    """The percentage of a core that the idle program uses in a lab, or in a running scene for None; and the names of all
    labs."""
    session = context.work / "session.json"
    file = context.work / "widgets.json"
    session.write_text(json.dumps({"texelscope_session": 1, "scene": "image", "labs": SETTINGS}))
    # A separate session file for the gate.
    environment = {**os.environ, "DISPLAY": display, "XDG_CONFIG_HOME": str(context.work / "configuration"),
                   "XDG_STATE_HOME": str(context.work / "state")}
    process = subprocess.Popen([context.program, "explore", "--session", session, "--device", "cpu", "--widgets", file],
                               env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    try:
        time.sleep(SECONDS_TO_START)
        if process.poll() is not None:
            raise Failure(f"the window exited with code {process.returncode}: {process.stderr.read()}")
        widgets = json.loads(file.read_text())["widgets"]
        if lab:
            open_lab(lab, widgets, environment)
        time.sleep(SECONDS_TO_SETTLE)
        start, before = time.monotonic(), processor_seconds(process)
        time.sleep(SECONDS)
        percent = 100 * (processor_seconds(process) - before) / (time.monotonic() - start)
        if lab and json.loads(file.read_text())["lab"] != lab:
            raise Failure(f"clicking lab.{lab} does not open it")
        return percent, [match[1] for name in widgets if (match := re.fullmatch(r"lab\.(\w+)", name))]
    finally:
        process.kill()
        process.wait()


def measure(context):
    context.require("xvfb-run", "xdotool")
    with Xvfb() as display:
        percent, labs = rest(context, display, None)
        yield at_most("idle window, still picture", percent, MOST_PERCENT_STILL, "% of a core")
        if not labs:
            raise Failure("the window lists no labs")
        for lab in labs:
            percent, _ = rest(context, display, lab)
            yield at_most(f"idle window, {lab}", percent, MOST_PERCENT, "% of a core")

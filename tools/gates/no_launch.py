"""The duration of a second `tools/run.sh --no-launch`, which builds nothing."""

import subprocess
import time

from gate_kit import Failure, at_most


def measure(context):
    context.require()
    command = ["bash", context.root / "tools" / "run.sh", "--no-launch", "--no-install", "--preset", context.preset]
    times = []
    for _ in range(4):
        start = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        times.append(time.monotonic() - start)
        if done.returncode != 0:
            raise Failure(f"run.sh --no-launch exited with code {done.returncode}: {done.stderr.strip()[-200:]}")
    # The first run may have built something.
    yield at_most("second run.sh --no-launch", max(times[1:]), 2.0, "s")

"""Fails each call of each scenario once: the driver's and the renderer's."""

import json

from gate_kit import Failure, Figure, NotRun


def measure(context):
    if why := context.missing():
        yield NotRun("sweep", why)
        return
    devices = ["cpu"]
    if why := context.cuda_missing():
        yield NotRun("sweep, cuda", why)
    else:
        devices.append("cuda")
    for device in devices:
        done = context.run("sweep", "--device", device, "--json", is_checked=False, timeout=1800)
        if not done.stdout:
            raise Failure(f"sweep on {device}: code {done.returncode}: {done.stderr.strip()}")
        sweeps = json.loads(done.stdout)["sweeps"]
        calls = sum(sweep["calls"] for sweep in sweeps)
        wrong = [f"{sweep['scenario']}, {line}" for sweep in sweeps for line in sweep["wrong"]]
        figure = f"{calls - len(wrong)} of {calls} calls in {len(sweeps)} sweeps" + (f"; {wrong[0]}" if wrong else "")
        yield Figure(f"each call of each scenario failed once, {device}", figure, "", "all of them",
                     done.returncode == 0 and calls > 500)

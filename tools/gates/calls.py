"""What a driver call costs through the library."""

import json

from gate_kit import Failure, Figure, NotRun, at_most


def measure(context):
    if why := context.missing():
        yield NotRun("calls", why)
        return
    devices = ["cpu"]
    if why := context.cuda_missing():
        yield NotRun("calls, cuda", why)
    else:
        devices.append("cuda")
    for device in devices:
        done = context.run("bench", "calls", "--json", "--device", device, is_checked=False, timeout=900)
        if not done.stdout:
            raise Failure(f"bench calls on {device}: code {done.returncode}: {done.stderr.strip()}")
        costs = json.loads(done.stdout)
        for figure in costs["figures"]:
            gate = f"{device}: {figure['name']}, added to the raw call, median"
            # The limit is one of a GPU's driver.
            if device == "cpu":
                yield Figure(gate, figure["added_ns"], "ns", "", None)
            else:
                yield at_most(gate, figure["added_ns"], costs["max_added_ns"], "ns")
        yield at_most(f"{device}: tracing switched off, each call", costs["switched_off_ns"], costs["max_switched_off_ns"], "ns")

"""A million operations at random, and 100,000 frames that leave nothing behind."""

import json

from gate_kit import Failure, Figure, NotRun


def report(context, *arguments):
    done = context.run("stress", "--json", *arguments, is_checked=False, timeout=3600)
    if not done.stdout:
        raise Failure(f"stress {' '.join(arguments)}: code {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def measure(context):
    if why := context.missing():
        yield NotRun("stress", why)
        return
    devices = ["cpu"]
    if why := context.cuda_missing():
        yield NotRun("stress, cuda", why)
    else:
        devices.append("cuda")
    for device in devices:
        random = report(context, "--device", device, "--operations", "1000000")
        figure = f"{random['operations']} operations, {random['checks']} checks, {random['frames']} frames"
        yield Figure(f"random work on 8 threads and 64 streams, {device}",
                     "; ".join([figure, *random["wrong"][:1]]), "", "nothing wrong", not random["wrong"])
        frames = report(context, "--device", device, "--frames", "100000")
        yield Figure(f"growth of memory over 100,000 frames, {device}",
                     (frames["late_bytes"] - frames["early_bytes"]) / 2**20, "MiB", "<= 4 MiB, no objects",
                     not frames["wrong"])

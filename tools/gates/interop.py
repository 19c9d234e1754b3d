"""What mapping, unmapping and making textures and surfaces costs the host, where a CUDA device shares GL's objects."""

import json

from gate_kit import Figure, NotRun


def measure(context):
    if why := context.missing():
        yield NotRun("interop", why)
        return
    if not context.has_command("bench"):
        yield NotRun("interop", "this build has no `bench`")
        return
    devices = ["cpu"]
    if why := context.cuda_missing():
        yield NotRun("interop, cuda", why)
    else:
        devices.append("cuda")
    for device in devices:
        report = json.loads(context.run("bench", "interop", "--json", "--device", device).stdout)
        for figure in report["figures"]:
            yield Figure(f"{device}: {figure['name']}, median", float(figure["median_us"]), "µs", "", None)

"""The host cost of mapping and unmapping, and of creating textures and surfaces, on devices that share GL objects."""

from gate_kit import Failure, Figure


def measure(context):
    def on(device):
        report, code = context.report("bench", "interop", "--device", device)
        if code != 0:
            raise Failure(f"bench interop on {device}: code {code}")
        for figure in report["figures"]:
            yield Figure(f"{device}: {figure['name']}, median", float(figure["median_us"]), "µs", "", None)

    yield from context.on_each_device("interop", on)

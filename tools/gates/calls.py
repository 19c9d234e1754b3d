"""The cost of a driver call through the library."""

from gate_kit import Figure, at_most


def measure(context):
    def on(device):
        costs, _ = context.report("bench", "calls", "--device", device, timeout=900)
        for figure in costs["figures"]:
            gate = f"{device}: {figure['name']}, added to the raw call, median"
            # The limit applies only to a GPU's driver.
            if device == "cpu":
                yield Figure(gate, figure["added_ns"], "ns", "", None)
            else:
                yield at_most(gate, figure["added_ns"], figure["max_added_ns"], "ns")
        yield at_most(f"{device}: tracing disabled, per call", costs["switched_off_ns"], costs["max_switched_off_ns"], "ns")

    yield from context.on_each_device("calls", on)

"""Makes each driver and renderer call of each scenario fail once."""

from gate_kit import Figure


def measure(context):
    def on(device):
        report, code = context.report("sweep", "--device", device, timeout=1800)
        sweeps = report["sweeps"]
        calls = sum(sweep["calls"] for sweep in sweeps)
        wrong = [f"{sweep['scenario']}, {line}" for sweep in sweeps for line in sweep["wrong"]]
        figure = f"{calls - len(wrong)} of {calls} calls in {len(sweeps)} sweeps" + (f"; {wrong[0]}" if wrong else "")
        yield Figure(f"each call of each scenario failed once, {device}", figure, "", "all of them", code == 0 and calls > 500)

    yield from context.on_each_device("sweep", on)

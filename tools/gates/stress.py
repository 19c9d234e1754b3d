"""A million random operations, and 100,000 frames, without leaks."""

from gate_kit import Figure


def measure(context):
    def on(device):
        random, _ = context.report("stress", "--device", device, "--operations", "1000000", timeout=3600)
        figure = f"{random['operations']} operations, {random['checks']} checks, {random['frames']} frames"
        yield Figure(f"random work on 8 threads and 64 streams, {device}",
                     "; ".join([figure, *random["wrong"][:1]]), "", "nothing wrong", not random["wrong"])
        frames, _ = context.report("stress", "--device", device, "--frames", "100000", timeout=3600)
        yield Figure(f"memory growth over 100,000 frames, {device}",
                     (frames["late_bytes"] - frames["early_bytes"]) / 2**20, "MiB", "<= 4 MiB, no objects",
                     not frames["wrong"])

    yield from context.on_each_device("stress", on)

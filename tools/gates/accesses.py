"""The cost of recording every access of a frame's kernels on the CPU device: clouds at 1920 × 1080, with the start of the program."""

from gate_kit import Figure, at_most


def measure(context):
    context.require()
    frame = [context.program, "render", "clouds", "--frame", "0", "--size", "1920x1080", "--device", "cpu", "--out", context.work / "frame.png"]
    file = context.work / "accesses.bin"
    plain, _ = context.timed(frame)
    recorded, memory = context.timed([*frame, "--record-accesses", file])
    yield at_most("recorded frame relative to a plain one", recorded / plain, 30, "")
    yield at_most("recorded frame, peak memory", memory / 2**20, 512, "MiB")
    yield Figure("recorded frame, file", file.stat().st_size / 2**20, "MiB", "", None)

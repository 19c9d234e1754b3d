"""The frame time of the window on the CPU device: `image`, RGBA8, linear, rotated by 30°, at 1280 × 720 under Xvfb."""

import json

from gate_kit import Figure, at_most

FRAMES = 600


def measure(context):
    context.require("xvfb-run")
    timing = context.work / "timing.json"
    context.run("explore", context.photo, "--scene", "image", "--set", "rotation=30", "--set", "filter=linear", "--size", "1280x720",
                "--frames", FRAMES, "--timing", timing, "--device", "cpu", "--no-vsync", under_xvfb=True)
    times = json.loads(timing.read_text())
    frames = sorted(times["frame_ms"])
    if len(frames) < FRAMES - 1:
        yield Figure("frame time, 95th percentile", f"only {len(frames)} frames", "", f"{FRAMES} frames", False)
        return
    yield at_most("frame time, 95th percentile", frames[int(0.95 * len(frames))], 16.6, "ms")
    yield Figure("frame time, median", frames[len(frames) // 2], "ms", "", None)
    for part in ("map_ms", "draw_ms", "unmap_ms"):
        yield Figure(f"frame part {part.removesuffix('_ms')}, median", float(times[part]), "ms", "", None)

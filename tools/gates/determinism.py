"""Verifies that a frame has the same bytes every time, for any number of processors."""

import shutil
import subprocess

from gate_kit import Figure

FRAMES = {"image": 1, "plasma": 120, "reaction_diffusion": 120,
          "surface_paint": 120, "cube_map": 90, "layered_atlas": 60, "bicubic": 60, "volume_slice": 60,
          "anisotropy_floor": 30, "optical_flow_warp": 90, "fluid": 120, "caustics": 60, "particles": 120}


def measure(context):
    context.require()
    for scene, frame in FRAMES.items():
        files = [context.work / f"{scene}_{i}.png" for i in range(3)]
        arguments = ["render", scene, "--frame", str(frame), "--size", "480x320", "--device", "cpu"]
        context.run(*arguments, "--out", files[0])
        context.run(*arguments, "--out", files[1])
        count, _ = context.differing_pixels(files[0], files[1])
        yield Figure(f"{scene} rendered twice", count, "pixels differ", "0", count == 0)
        if shutil.which("taskset"):
            subprocess.run(["taskset", "--cpu-list", "0", context.program, *arguments, "--out", files[2]], check=True, capture_output=True)
            count, _ = context.differing_pixels(files[0], files[2])
            yield Figure(f"{scene} on one processor", count, "pixels differ", "0", count == 0)

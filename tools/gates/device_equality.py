"""The number of pixels that differ between the CPU device and a CUDA device in the same frame."""

from gate_kit import Figure, NotRun

FRAMES = {"image": 1, "plasma": 300, "reaction_diffusion": 300,
          "surface_paint": 120, "cube_map": 90, "layered_atlas": 60, "bicubic": 60, "volume_slice": 60,
          "anisotropy_floor": 30, "optical_flow_warp": 90, "fluid": 120, "caustics": 60, "particles": 120}


def measure(context):
    if why := context.cuda_missing():
        yield NotRun("CPU device versus CUDA device", why)
        return
    for scene, frame in FRAMES.items():
        files = {device: context.work / f"{scene}_{device}.png" for device in ("cpu", "cuda")}
        for device, file in files.items():
            picture = ["--input", context.photo] if scene == "image" else []
            context.run("render", scene, "--frame", frame, "--size", "1024x1024", "--out", file, "--device", device, *picture)
        count, largest = context.differing_pixels(files["cpu"], files["cuda"])
        figure = f"{count}" + (f" (by up to {largest})" if count else "")
        yield Figure(f"{scene}, frame {frame}, CPU device versus CUDA device", figure, "pixels differ", "0", count == 0)

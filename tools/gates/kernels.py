"""The cost of separate processes for the editor's kernels on the CPU device, and for the compiler of GPU kernels: frame rate, and the time
to the first frame of a source."""

from gate_kit import Figure, at_least, at_most


def measure(context):
    context.require()
    report, _ = context.report("bench", "kernels")
    for figure in report["figures"]:
        name = f"kernel {figure['kernel']} in a separate process"
        yield at_least(f"{name}, frame rate relative to in-process", float(figure["speed"]), 0.9, "")
        yield at_most(f"{name}, first frame relative to in-process", float(figure["first_frame_ratio"]), 1.2, "")
        same = figure["has_same_bytes"]
        yield Figure(f"{name}, bytes", "the same" if same else "different", "", "the same", same)
    for figure in report["compilers"]:
        yield at_most(f"kernel {figure['kernel']} compiled for a GPU in a separate process, first frame relative to in-process",
                      float(figure["first_frame_ratio"]), 1.2, "")

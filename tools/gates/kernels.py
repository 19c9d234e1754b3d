"""What a process of its own costs a kernel of the editor on the CPU device, and the compiler of a GPU's: frames a second, and
the first frame of a text."""

from gate_kit import Figure, at_least, at_most


def measure(context):
    context.require()
    report, _ = context.report("bench", "kernels")
    for figure in report["figures"]:
        name = f"kernel {figure['kernel']} in a process of its own"
        yield at_least(f"{name}, frames a second against in-process", float(figure["speed"]), 0.9, "")
        yield at_most(f"{name}, first frame against in-process", float(figure["first_frame_ratio"]), 1.2, "")
        same = figure["has_same_bytes"]
        yield Figure(f"{name}, bytes", "the same" if same else "others", "", "the same", same)
    for figure in report["compilers"]:
        yield at_most(f"kernel {figure['kernel']} compiled for a GPU in a process of its own, first frame against in-process",
                      float(figure["first_frame_ratio"]), 1.2, "")

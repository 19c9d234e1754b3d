"""Texture sampling on the CPU device, compared with the software OpenGL driver in the same run."""

from gate_kit import Failure, Figure, Missing

# The minimum speed relative to OpenGL, by the first words that a configuration's name begins with; the median over
# interleaved rounds, because the machine may be shared.
INTEGERS = ("RGBA8", "RG8", "R8", "RGBA8_SNORM", "RGBA16", "R16", "RGBA16_SNORM")
# For RGBA8, and for others.
OPERATIONS = {
    ("level", "2D"): (0.55, 0.3),
    ("level", "3D"): (0.3, 0.15),
    ("level", "cube"): (0.18, 0.13),
    ("gradients", "2D"): (0.5, 0.3),
    ("gradients", "3D"): (0.1, 0.07),
    ("anisotropy", "2D"): (0.25, 0.13),
}


def least_ratio(name):
    shape, reading, way, mode, *operation = name.split(" ")
    if operation:
        return OPERATIONS[operation[0], shape][0 if reading == "RGBA8" else 1]
    if way == "point":
        return 0.6
    if shape == "2D":
        return (0.8 if mode != "mirror" else 0.6) if reading in INTEGERS else 0.5
    return 0.6 if reading in INTEGERS else 0.3


def measure(context):
    context.require()
    # Exit code 1 means that images differ, which is reported as a separate figure.
    report, code = context.report("bench", "textures", "--device", "cpu")
    if code not in (0, 1):
        raise Failure(f"bench textures: code {code}")
    if report["gl_renderer"] is None:
        raise Missing(report["gl_missing"])
    yield Figure("sampling on the CPU, pictures that differ from OpenGL's", code, "", "0", code == 0)
    for figure in report["figures"]:
        ratio, least = figure["ratio"]["median"], least_ratio(figure["name"])
        speed = f"of {report['gl_renderer'].split(' ')[0]} ({figure['mtexels_per_second']['median']:.0f} Mtexels/s)"
        yield Figure(figure["name"], float(ratio), speed, f">= {least}", ratio >= least)

"""Texture sampling on the CPU device, compared with the software OpenGL driver in the same run."""

from gate_kit import Failure, Figure, Missing

# The minimum speed relative to OpenGL; the median over interleaved rounds, because the machine may be shared.
RATIOS = {"2D RGBA8 linear clamp": 1.0, "2D RGBA32F linear clamp": 0.5}
# The minimum for any other configuration.
LEAST = 0.1


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
        ratio, least = figure["ratio"]["median"], RATIOS.get(figure["name"], LEAST)
        speed = f"of {report['gl_renderer'].split(' ')[0]} ({figure['mtexels_per_second']['median']:.0f} Mtexels/s)"
        yield Figure(figure["name"], float(ratio), speed, f">= {least}", ratio >= least)

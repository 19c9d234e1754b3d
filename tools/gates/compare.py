"""Time and memory of texelscope-compare, the program for CI, compared with odiff, interleaved on the same files."""

import os
import shutil
import statistics
import struct
import zlib

from gate_kit import Figure, Missing, NotRun, at_most
from image_pair_peers import odiff_program

WIDTH, HEIGHT = 3840, 2160
RUNS = 5
# The largest time relative to odiff, and the largest memory in bytes per pixel.
MOST_TIME, MOST_MEMORY = 1.5, 12


def picture():
    """Gradients, waves, rectangles and a little noise, in red, green and blue."""
    try:
        import numpy
    except ImportError as error:
        raise Missing("this Python has no NumPy; install python3-numpy") from error
    generator = numpy.random.default_rng(31)
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH].astype(numpy.float32)
    light = 110 + 60 * numpy.sin(x / 97) * numpy.cos(y / 61) + 40 * numpy.sin((x + 2 * y) / 700)
    pixels = numpy.stack([light, light * 0.8 + x / 60, light * 0.6 + y / 40], axis=-1)
    for _ in range(400):
        left, top = generator.integers(0, WIDTH), generator.integers(0, HEIGHT)
        width, height = generator.integers(4, 300, 2)
        pixels[top:top + height, left:left + width] = generator.integers(0, 256, 3)
    pixels += generator.integers(-2, 3, pixels.shape)
    return pixels.clip(0, 255).astype(numpy.uint8), generator


def write_png(path, pixels, filtering, level=6):
    """With the filter Up (2) or Sub (1) in each row."""
    import numpy
    wide = pixels.astype(numpy.int16)
    before = numpy.zeros_like(wide)
    if filtering == 2:
        before[1:] = wide[:-1]
    else:
        before[:, 1:] = wide[:, :-1]
    rows = ((wide - before) & 255).astype(numpy.uint8).reshape(pixels.shape[0], -1)
    stream = numpy.concatenate([numpy.full((pixels.shape[0], 1), filtering, numpy.uint8), rows], axis=1).tobytes()

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(stream, level)) + chunk(b"IEND", b""))


def program(context):
    return context.build / "bin" / "texelscope-compare"


def seconds_of(context, pairs, options, odiff):
    """The median time in seconds for all pairs of this program and of odiff, interleaved, and the peak memory of this program. Neither
    writes a file, so odiff gets no output."""
    folders = [pairs / "expected", pairs / "actual"]
    names = sorted(path.name for path in folders[0].iterdir())
    times, peak = ([], []), 0
    for _ in range(RUNS):
        seconds, memory = context.timed([program(context), *folders, *options], (0, 1))
        times[0].append(seconds)
        peak = max(peak, memory)
        if odiff:
            total = 0
            for name in names:
                total += context.timed([odiff, folders[0] / name, folders[1] / name], (0, 21, 22))[0]
            times[1].append(total)
    return statistics.median(times[0]), statistics.median(times[1]) if odiff else None, peak


def measure(context):
    if not program(context).exists():
        raise Missing("the build has no texelscope-compare")
    pixels, generator = picture()
    import numpy
    expected = context.work / "expected.png"
    write_png(expected, pixels, 2)
    small = pixels.copy()
    small[1000:1008, 2000:2008] = (255, 0, 0)
    noise = (pixels.astype("i2") + generator.integers(-9, 10, pixels.shape)).clip(0, 255).astype("u1")
    steps = generator.integers(20, 61, pixels.shape) * numpy.where(generator.integers(0, 2, pixels.shape) > 0, 1, -1)
    different = (pixels.astype("i2") + steps).clip(0, 255).astype("u1")
    cases = {"equal": (pixels, 1), "small difference": (small, 2), "every pixel differs": (noise, 2),
             "totally different": (different, 2)}
    report = context.work / "report"
    wanted = [("equal", [], MOST_TIME), ("every pixel differs", ["--json"], 3.0),
              *((name, options, MOST_TIME) for options in ([], ["--preset", "visual"]) for name in list(cases)[1:])]
    odiff = odiff_program(os.environ.get("NODE_PATH"))
    if odiff is None:
        yield NotRun("compare relative to odiff", "odiff is neither in PATH nor in a folder of NODE_PATH")
    folders = {}
    for name, (actual, filtering) in cases.items():
        folders[name] = context.work / name.replace(" ", "_")
        for role in ("expected", "actual"):
            (folders[name] / role).mkdir(parents=True)
        shutil.copy(expected, folders[name] / "expected" / "picture.png")
        write_png(folders[name] / "actual" / "picture.png", actual, filtering)
    for name, options, limit in wanted:
        own, other, peak = seconds_of(context, folders[name], options, odiff)
        what = f"compare 4K, {name}{' ' if options else ''}{' '.join(options)}"
        if odiff:
            yield at_most(f"{what}, relative to odiff", own / other, limit, "x")
        else:
            yield Figure(what, own, "s", "", None)
        yield at_most(f"{what}, memory", peak / (WIDTH * HEIGHT), MOST_MEMORY, "bytes per pixel")
    for name in ("small difference", "every pixel differs"):
        own, _, _ = seconds_of(context, folders[name], ["--json"], None)
        with_report, _, _ = seconds_of(context, folders[name], ["--json", "--report", report], None)
        yield at_most(f"compare 4K, {name}, with a report, relative to without", with_report / own, 2, "x")
    yield from memory_of_many(context, pixels)


def memory_of_many(context, pixels):
    """10,000 pairs, of which 2 % fail, use the same amount of memory as 100 pairs."""
    pairs = context.work / "many"
    write_png(context.work / "tile.png", pixels[:64, :64], 2)
    broken = pixels[:64, :64].copy()
    broken[10:20, 10:20] = (255, 0, 255)
    write_png(context.work / "broken.png", broken, 2)
    peaks = []
    for count in (100, 10000):
        for role in ("expected", "actual"):
            folder = pairs / str(count) / role
            folder.mkdir(parents=True)
            for number in range(count):
                is_broken = role == "actual" and number % 50 == 0
                os.link(context.work / ("broken.png" if is_broken else "tile.png"), folder / f"{number:05}.png")
        folders = [pairs / str(count) / role for role in ("expected", "actual")]
        report = context.work / f"report_{count}"
        seconds, peak = context.timed([program(context), *folders, "--report", report, "--report-failed-only"], (1,))
        peaks.append(peak)
    yield Figure("compare 10,000 pairs of 64x64, 2 % fail, with a report", seconds, "s", "", None)
    # Only the name and figures of a pair are retained.
    yield at_most("memory that compare adds per pair, over 10,000 pairs", max(peaks[1] - peaks[0], 0) / 9900, 4096, "bytes")

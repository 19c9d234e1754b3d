"""Time and files of a report on 10,000 small pairs, all different, of which 2 % fail."""

import random

from gate_kit import Figure, at_most
from png_reference import encode

COUNT, SIZE, RUNS = 10000, 64, 5


def fill(pixels, left, top, side, color):
    for y in range(top, top + side):
        pixels[3 * (SIZE * y + left):3 * (SIZE * y + left + side)] = color * side


def measure(context):
    generator = random.Random(1)
    folders = [context.work / role for role in ("expected", "actual")]
    for folder in folders:
        folder.mkdir()
    for number in range(COUNT):
        pixels = bytearray(generator.randbytes(3) * SIZE ** 2)
        for _ in range(6):
            fill(pixels, generator.randrange(50), generator.randrange(50), 14, generator.randbytes(3))
        (folders[0] / f"{number:05}.png").write_bytes(encode(SIZE, SIZE, 3, 8, pixels))
        if number % 50 == 0:
            fill(pixels, 10, 10, 10, b"\xff\0\xff")
        (folders[1] / f"{number:05}.png").write_bytes(encode(SIZE, SIZE, 3, 8, pixels))
    program, report = context.build / "bin" / "texelscope-compare", context.work / "report"
    alone = min(context.timed([program, *folders], (1,))[0] for _ in range(RUNS))
    reported = min(context.timed([program, *folders, "--report", report], (1,))[0] for _ in range(RUNS))
    yield Figure("compare 10,000 different pairs of 64x64, without a report", alone, "s", "", None)
    yield Figure("the same with a report", reported, "s", "", None)
    yield at_most("files of that report", sum(path.is_file() for path in report.rglob("*")), 700, "")

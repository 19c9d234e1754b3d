"""Compares the figures of `texelscope compare` with those of NumPy, computed window by window in double precision.

usage: numpy_test.py TEXELSCOPE
"""

import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy
except ImportError:
    print("this Python has no NumPy: install python3-numpy")
    sys.exit(77)


def write_ppm(path, image):
    height, width, _ = image.shape
    path.write_bytes(b"P6\n%d %d\n255\n" % (width, height) + image.tobytes())


def ssim(first, second):
    """SSIM by Wang et al. (2004), equations 13 to 15, with a full 2D window for each pixel, clipped at the border."""
    x, y = (image.astype(float) @ [0.299, 0.587, 0.114] for image in (first, second))
    offsets = numpy.arange(-5, 6)
    gaussian = numpy.exp(-(offsets[:, None] ** 2 + offsets[None, :] ** 2) / (2 * 1.5**2))
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    height, width = x.shape
    values = []
    for row in range(height):
        for column in range(width):
            top, left = max(row - 5, 0), max(column - 5, 0)
            bottom, right = min(row + 6, height), min(column + 6, width)
            weights = gaussian[top - row + 5 : bottom - row + 5, left - column + 5 : right - column + 5]
            weights = weights / weights.sum()
            a, b = x[top:bottom, left:right], y[top:bottom, left:right]
            mean_a, mean_b = (weights * a).sum(), (weights * b).sum()
            variance_a = (weights * (a - mean_a) ** 2).sum()
            variance_b = (weights * (b - mean_b) ** 2).sum()
            covariance = (weights * (a - mean_a) * (b - mean_b)).sum()
            values.append((2 * mean_a * mean_b + c1) * (2 * covariance + c2)
                          / ((mean_a**2 + mean_b**2 + c1) * (variance_a + variance_b + c2)))
    return numpy.mean(values)


def main():
    generator = numpy.random.default_rng(2004)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder)
        for height, width, noise in [(1, 1, 40), (5, 7, 3), (11, 11, 90), (3, 40, 10), (37, 29, 1), (48, 64, 25)]:
            ramp = numpy.add.outer(numpy.arange(height) * 3, numpy.arange(width) * 2)[:, :, None] % 256
            first = (ramp * [1, 0.5, 0.8] + generator.integers(0, 40, (height, width, 3))).clip(0, 255).astype("u1")
            second = (first + generator.normal(0, noise, first.shape)).clip(0, 255).astype("u1")
            second[0, 0, 0] ^= 128
            write_ppm(base / "e.ppm", first)
            write_ppm(base / "a.ppm", second)
            run = subprocess.run([sys.argv[1], "compare", base / "e.ppm", base / "a.ppm", "--json"], capture_output=True, text=True)
            got = json.loads(run.stdout)["pairs"][0]
            difference = numpy.abs(first.astype(float) - second.astype(float))
            wanted = {"max_error": difference.max(), "mean_error": difference.mean(),
                      "psnr": 10 * numpy.log10(255**2 / (difference**2).mean()), "ssim": ssim(first, second),
                      "differing_pixels": int((difference.max(axis=2) > 0).sum())}
            for name, value in wanted.items():
                if abs(got[name] - value) > 1e-6:
                    failures += 1
                    print(f"{width}x{height}: {name} is {got[name]}, NumPy's is {value}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

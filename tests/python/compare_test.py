"""texelscope.compare: the command's results for pictures, and exact differences between all other arrays."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
except ImportError:
    print("no NumPy to compare")
    sys.exit(77)

import texelscope

PROGRAM = os.environ["TEXELSCOPE_PROGRAM"]
ASSETS = pathlib.Path(os.environ["TEXELSCOPE_ASSETS"])
PNG = b"\x89PNG\r\n\x1a\n"


def save_pgm(path, picture):
    """A gray image of 8 or 16 bits in a file format that the program reads."""
    path.write_bytes(b"P5 %d %d %d\n" % (picture.shape[1], picture.shape[0], 255 if picture.itemsize == 1 else 65535)
                     + picture.astype(picture.dtype.newbyteorder(">")).tobytes())


class OfPictures(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def by_command(self, expected, actual):
        run = subprocess.run([PROGRAM, "compare", expected, actual, "--json"], capture_output=True, check=False)
        return json.loads(run.stdout)["pairs"][0]

    def test_they_are_compared_as_by_the_command(self):
        random = np.random.default_rng(3)
        for dtype in (np.uint8, np.uint16):
            expected = random.integers(0, 200, (30, 40)).astype(dtype)
            actual = expected.copy()
            actual[7, 9] += 50
            actual[8] += 1
            paths = self.folder / "expected.pgm", self.folder / "actual.pgm"
            save_pgm(paths[0], expected)
            save_pgm(paths[1], actual)
            said = self.by_command(*paths)
            for result in (texelscope.compare(expected, actual), texelscope.compare(*paths),
                           texelscope.compare(texelscope.view(expected), str(paths[1]))):
                self.assertFalse(result)
                for name in ("width", "height", "pixels", "differing_pixels", "max_error", "max_error_at", "mean_error",
                             "psnr", "ssim", "flip", "type"):
                    self.assertEqual(getattr(result, name), said[name], name)
                self.assertEqual(result.max_error_index, (7, 9))
                self.assertEqual((result.elements, result.differing_elements), (1200, 41))

    def test_equal_ones_are_true_and_show_no_difference(self):
        picture = np.arange(12, dtype=np.uint8).reshape(3, 4)
        result = texelscope.compare(picture, picture.copy())
        self.assertTrue(result)
        self.assertEqual((result.differing_pixels, result.max_error, result.ssim, result.failures), (0, 0, 1, ()))
        self.assertIsNone(result.picture())
        self.assertIsNone(result._repr_png_())
        self.assertIn("equal", result._repr_html_())

    def test_limits_determine_what_passes(self):
        expected = np.full((4, 5, 3), 100, np.uint8)
        actual = expected + np.uint8(3)
        self.assertFalse(texelscope.compare(expected, actual))
        self.assertFalse(texelscope.compare(expected, actual, max_error=2))
        self.assertTrue(texelscope.compare(expected, actual, max_error=3))

    def test_limits_have_the_names_and_the_meaning_of_the_command(self):
        expected = np.full((64, 64, 3), 100, np.uint8)
        actual = expected.copy()
        actual[10:14, 20:24] = 130
        actual[40, 40] = 103
        for limits in ({"max_error": 3}, {"max_error": 3, "max_differing": 16}, {"max_error": 3, "max_differing": "0.3%"},
                       {"max_error": 2, "max_cluster": 16}, {"max_flip": 0.5, "min_psnr": 20}, {"preset": "visual"},
                       {"preset": "visual", "max_differing": "1%", "max_area_difference": 100, "max_contrast_change": 1}):
            pictures = self.folder / "expected.ppm", self.folder / "actual.ppm"
            for path, picture in zip(pictures, (expected, actual)):
                path.write_bytes(b"P6 64 64 255\n" + picture.tobytes())
            options = [word for name, value in limits.items() for word in ("--" + name.replace("_", "-"), str(value))]
            run = subprocess.run([PROGRAM, "compare", *pictures, *options, "--json"], capture_output=True, check=False)
            said = json.loads(run.stdout)["pairs"][0]
            result = texelscope.compare(expected, actual, **limits)
            self.assertEqual((list(result.failures), result.failing_pixels, result.clusters, result.cluster_count),
                             (said["failures"], said["failing_pixels"], said["clusters"], said["cluster_count"]), limits)
        found = texelscope.compare(expected, actual, max_error=2).clusters[0]
        self.assertEqual((found["bounds"], found["pixels"], found["max_error"]), ([20, 10, 4, 4], 16, 30))
        self.assertTrue(texelscope.compare(expected, actual, max_error=3, max_differing=16, min_ssim=None))

    def test_the_stub_names_every_limit(self):
        stub = (pathlib.Path(texelscope.__file__).parent / "__init__.pyi").read_text().split("def compare(")[1].split(") ->")[0]
        self.assertEqual(set(re.findall(r"^    (\w+): .* = None", stub, re.M)) - {"report"}, set(texelscope._native._limit_names()))

    def test_a_notebook_shows_the_difference(self):
        expected = np.zeros((20, 30, 4), np.float32)
        actual = expected.copy()
        actual[3:6, 4:9] = 1
        result = texelscope.compare(expected, actual)
        self.assertTrue(result._repr_png_().startswith(PNG))
        (self.folder / "flip.png").write_bytes(result._repr_png_())
        flip = texelscope._native._to_array(self.folder / "flip.png")
        self.assertEqual(flip.shape, (20, 30))
        self.assertGreater(flip[4, 6], flip[15, 25])
        page = result._repr_html_()
        self.assertEqual(page.count("data:image/png;base64,"), 3)

    def test_a_report_is_a_page(self):
        expected = np.zeros((20, 30), np.uint8)
        texelscope.compare(expected, expected + np.uint8(1), report=self.folder / "report")
        self.assertIn("array and array", (self.folder / "report/index.html").read_text())


class OfAnyArrays(unittest.TestCase):
    def test_errors_are_exact(self):
        cases = [
            (np.int64, [2**62, -2**62, 0], [-2**62, -2**62, 1], 2.0**63, 0, 2),
            (np.uint64, [2**64 - 1, 5], [0, 7], float(2**64 - 1), 0, 2),
            (np.uint8, [0, 255], [255, 0], 255, 0, 2),
            (np.bool_, [True, False], [True, True], 1, 1, 1),
            (np.float64, [1, np.nan, np.inf], [1, np.nan, np.inf], 0, 0, 0),
            (np.float64, [1, np.nan], [1, 2], np.inf, 1, 1),
            (np.float64, [np.inf, 0], [-np.inf, 0], np.inf, 0, 1),
            (np.complex128, [complex(np.inf, 1)], [complex(np.inf, 2)], np.inf, 0, 1),
            (np.float64, [0.0], [-0.0], 0, 0, 1),
            (np.float16, [1, 2], [1, 2.5], 0.5, 1, 1),
            (np.complex64, [3 + 4j, 0], [0, 0], 5, 0, 1),
        ]
        for dtype, expected, actual, error, at, differing in cases:
            result = texelscope.compare(np.array(expected, dtype), np.array(actual, dtype))
            self.assertEqual((result.max_error, result.max_error_index, result.differing_elements),
                             (error, (at,), differing), dtype)
            self.assertEqual(bool(result), error == 0, dtype)

    def test_any_rank_and_any_strides(self):
        base = np.arange(2 * 3 * 4 * 5.0).reshape(2, 3, 4, 5)
        other = base.copy()
        other[1, 2, 0, 3] += 0.25
        result = texelscope.compare(base.transpose(3, 1, 0, 2), other.transpose(3, 1, 0, 2))
        self.assertEqual((result.max_error, result.max_error_index, result.mean_error), (0.25, (3, 2, 1, 0), 0.25 / 120))
        self.assertTrue(result._repr_png_().startswith(PNG))
        self.assertIn("data:image/png", result._repr_html_())
        self.assertTrue(texelscope.compare(np.float64(3).reshape(()), np.array(3.0)))
        self.assertTrue(texelscope.compare(np.zeros((0, 4)), np.zeros((0, 4))))
        self.assertTrue(texelscope.compare(base, base.astype(">f8")))

    def test_no_axes(self):
        for kind in ("?", "i1", "i8", "u8", "f2", "f4", "c16"):
            one, other = np.ones((), kind), np.zeros((), kind)
            self.assertTrue(texelscope.compare(one, one), kind)
            self.assertEqual(texelscope.compare(one, other).max_error, 1, kind)

    def test_other_shapes_and_types_are_unequal_and_reported(self):
        zeros = np.zeros((3, 4))
        result = texelscope.compare(zeros, np.zeros((4, 3)))
        self.assertFalse(result)
        self.assertIn("the shape is (4, 3), not (3, 4)", result.failures[0])
        self.assertIn("(4, 3)", repr(result))
        self.assertIn("(4, 3)", result._repr_html_())
        self.assertIn("float32, not float64", texelscope.compare(zeros, zeros.astype(np.float32)).failures[0])

    def test_limits_of_any_array(self):
        expected = np.zeros((4, 5, 6, 7))
        actual = expected.copy()
        actual[1, 2, 3, 4] = 2
        actual[3, 2, 1, 0] = 1
        for passed, limits in ((False, {}), (False, {"max_error": 1}), (True, {"max_error": 2}), (True, {"max_error": 1, "max_differing": 1}),
                               (False, {"max_differing": 1}), (True, {"max_differing": "0.5%"}), (False, {"max_differing": "0.2%"}),
                               (True, {"max_mean": 3 / 840}), (False, {"max_mean": 2.9 / 840})):
            self.assertEqual(texelscope.compare(expected, actual, **limits).passed, passed, limits)

    def test_wrong_input_is_reported(self):
        zeros = np.zeros(3)
        for error, part, arguments, options in (
                (BufferError, "__array_interface__", (zeros, [0, 0, 0]), {}),
                (TypeError, "not numeric", (zeros, np.zeros(3, "M8[s]")), {}),
                (ValueError, "0 or more", (zeros, zeros), {"max_error": -1}),
                (ValueError, "0 or more", (zeros, zeros), {"max_error": float("nan")}),
                (ValueError, "0 to 1", (zeros, zeros), {"max_flip": 2}),
                (ValueError, "number of pixels", (zeros, zeros), {"max_differing": "some"}),
                (ValueError, "unknown preset", (zeros, zeros), {"preset": "loose"}),
                (ValueError, "max_flip applies only to images", (zeros, zeros), {"max_flip": 0.5}),
                (TypeError, "unknown limit 'max_errors'", (zeros, zeros), {"max_errors": 1}),
                (TypeError, "use a number", (zeros, zeros), {"max_error": "much"}),
                (ValueError, "a report needs images", (zeros, zeros), {"report": "x"}),
                (OSError, "no such file", (zeros, "missing.png"), {})):
            with self.assertRaises(error) as raised:
                texelscope.compare(*arguments, **options)
            self.assertIn(part, str(raised.exception))


if __name__ == "__main__":
    unittest.main()

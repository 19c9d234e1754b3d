"""The set of labeled pairs is complete, and every run produces the same bytes: this run, whose hash seed differs, and
the run whose results are recorded.

usage: image_pairs_test.py [FOLDER]
Writes the pairs to FOLDER, for the test that judges them.
"""

import json
import pathlib
import sys
import tempfile
import unittest

try:
    import numpy
except ImportError:
    print("this Python has no NumPy: install python3-numpy")
    sys.exit(77)

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
import image_pairs  # noqa: E402
from png_reference import decode  # noqa: E402


def over_gray(image):
    """The visible color over gray, 0–255."""
    if image.shape[2] == 3:
        return image.astype(float)
    alpha = image[:, :, 3:] / 255
    return image[:, :, :3] * alpha + 128 * (1 - alpha)


class ImagePairs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pairs = list(image_pairs.pairs_of(1))
        if folder := sys.argv[1:]:
            image_pairs.write_pairs(*folder, 1, cls.pairs)

    def test_there_are_20_harmless_and_20_broken_pairs_each_with_a_name_and_a_reason(self):
        cases = image_pairs.CASES
        self.assertEqual([sum(case.is_broken is kind for case in cases) for kind in (False, True)], [20, 20])
        self.assertEqual(len({case.name for case in cases}), 40)
        self.assertTrue(all(len(case.reason.split()) >= 3 for case in cases))

    def test_a_pair_has_two_different_images_of_one_size(self):
        for case, expected, actual in self.pairs:
            with self.subTest(case.name):
                self.assertEqual((expected.shape, expected.dtype), (actual.shape, actual.dtype))
                self.assertEqual(expected.dtype, numpy.uint8)
                self.assertGreaterEqual(min(expected.shape[:2]), 240)
                self.assertFalse(numpy.array_equal(expected, actual))
                if case.is_broken:
                    self.assertGreaterEqual(numpy.abs(over_gray(expected) - over_gray(actual)).max(), 5)

    def test_no_two_pictures_are_the_same(self):
        pictures = {expected.tobytes() for _, expected, _ in self.pairs}
        self.assertEqual(len(pictures), 40)

    def test_the_bytes_equal_those_of_the_recorded_results_from_another_process(self):
        self.assertEqual(sys.flags.hash_randomization, 1)
        recorded = json.loads((FOLDER / "peers.json").read_text(encoding="utf-8"))
        self.assertEqual(recorded["digests"]["1"], image_pairs.digest_of(self.pairs),
                         "tools/check_image_pairs.py table --record records the results of these pixels")

    def test_a_different_seed_yields_the_same_cases_with_different_pictures(self):
        names = ("wrong_glyph", "sky_dithered_or_not", "lost_alpha")
        own = {case.name: expected for case, expected, _ in self.pairs}
        for case, expected, actual in image_pairs.pairs_of(2, [case for case in image_pairs.CASES if case.name in names]):
            self.assertFalse(numpy.array_equal(expected, actual))
            self.assertFalse(numpy.array_equal(expected, own[case.name]))

    def test_the_files_contain_the_pixels(self):
        pairs = [pair for pair in self.pairs if pair[0].name in ("red_square", "lost_alpha")]
        with tempfile.TemporaryDirectory() as folder:
            image_pairs.write_pairs(folder, 1, pairs)
            labels = json.loads((pathlib.Path(folder) / "labels.json").read_text(encoding="utf-8"))
            self.assertEqual({name: pair["label"] for name, pair in labels["pairs"].items()}, {"red_square": "broken", "lost_alpha": "broken"})
            for case, *images in pairs:
                for side, image in zip(("expected", "actual"), images):
                    width, height, channels, bits, samples = decode((pathlib.Path(folder) / side / f"{case.name}.png").read_bytes())
                    self.assertEqual((height, width, channels, bits), (*image.shape, 8))
                    self.assertEqual(bytes(samples), image.tobytes())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

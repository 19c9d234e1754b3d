"""The extension of examples/pytorch accepts tensors of any library that supports DLPack: here NumPy, with several strides.

usage: extension_test.py, with the extension on Python's path
"""

import pathlib
import sys
import unittest

try:
    import numpy
except ModuleNotFoundError:
    print("skipped: NumPy is not installed")
    sys.exit(77)
import texelscope_example

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import png_reference  # noqa: E402

FOLDER = ROOT / "examples" / "pytorch"


def drawn(image):
    texelscope_example.draw(image.__dlpack__(), 0)
    return image


class Extension(unittest.TestCase):
    def test_draws_the_picture_of_the_example(self):
        expected = png_reference.decode((FOLDER / "picture.png").read_bytes())
        image = drawn(numpy.zeros((256, 256, 3), numpy.uint8)) // 2
        self.assertEqual(expected, (256, 256, 3, 8, image.reshape(-1).tolist()))

    def test_follows_the_strides_and_writes_nothing_else(self):
        expected = drawn(numpy.zeros((40, 30, 3), numpy.uint8))
        memory = numpy.full((3, 80, 90), 7, numpy.uint8)
        view = memory.transpose(1, 2, 0)[::2, 1::3]
        self.assertEqual(view.shape, expected.shape)
        drawn(view)
        self.assertTrue((view == expected).all())
        view[:] = 7
        self.assertTrue((memory == 7).all())

    def test_rejects_other_arrays_and_leaves_them_to_their_owner(self):
        for image in (numpy.zeros((4, 4), numpy.uint8), numpy.zeros((4, 4, 4), numpy.uint8), numpy.zeros((4, 4, 3), numpy.float32)):
            count = sys.getrefcount(image)
            with self.assertRaises(ValueError):
                drawn(image)
            self.assertEqual(sys.getrefcount(image), count)
            self.assertFalse(image.any())


if __name__ == "__main__":
    unittest.main()

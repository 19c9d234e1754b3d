"""texelscope.sample: compares the results with those of the command, bit by bit, and with NumPy where that is easy."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

try:
    import numpy as np
except ImportError:
    print("no NumPy to sample with")
    sys.exit(77)

import texelscope

PROGRAM = os.environ["TEXELSCOPE_PROGRAM"]
RANDOM = np.random.default_rng(7)


def by_command(texels, coords, options):
    """The results of `texelscope sample` for the same input."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source = folder / "texels.npy"
        if isinstance(texels, np.ndarray):
            np.save(source, texels)
        else:
            source = texels
        np.save(folder / "coords.npy", coords)
        command = [PROGRAM, "sample", source, "--coords", folder / "coords.npy", "--out", folder / "out.npy",
                   "--device", "cpu"]
        for name, value in options.items():
            command.append("--" + name.replace("_", "-"))
            if value is not True:
                command.append(str(value) if np.isscalar(value) else ",".join(map(str, value)))
        subprocess.run(command, check=True, capture_output=True)
        return np.load(folder / "out.npy")


class AgainstTheCommand(unittest.TestCase):
    def check(self, texels, columns, **options):
        coords = RANDOM.uniform(-2, 9, (200, columns)).astype(np.float32)
        if options.get("kind") == "layered":
            coords[:, -1] = RANDOM.integers(0, texels.shape[0], 200)
        expected = by_command(texels, coords, options)
        actual = texelscope.sample(texels, coords, **options)
        self.assertEqual((actual.dtype, actual.shape), (expected.dtype, expected.shape), options)
        self.assertEqual(actual.tobytes(), expected.tobytes(), options)

    def test_each_rank_and_option_gives_the_same_bits(self):
        picture = RANDOM.integers(0, 256, (6, 7, 4), dtype=np.uint8)
        volume = RANDOM.random((3, 4, 5), dtype=np.float32)
        self.check(volume[0, 0], 1, filter="linear", address="wrap", normalized_coords=True)
        self.check(picture, 2)
        self.check(picture, 2, filter="linear", read="normalized", srgb=True)
        self.check(picture, 2, address=("mirror", "border"), normalized_coords=True, read="normalized",
                   border=(1, 0.5, 0, 0.25))
        self.check(picture, 2, address="border", read="normalized", border=np.array([1, 0.5, 0, 0.25]))
        self.check(picture, 2, gather=1)
        self.check(picture[..., 0], 2, dims=2, format="float16", filter="linear")
        self.check(volume, 3, filter="linear", address=("clamp", "border", "clamp"))
        self.check(volume, 3, kind="layered", filter="linear")
        self.check(picture, 3, mip_levels="all", mip_filter="linear", filter="linear", read="normalized",
                   normalized_coords=True, mip_bias=0.5, mip_clamp=(0, 1.5))
        self.check(picture, 6, mip_levels=3, anisotropy=8, gradients=True, filter="linear", read="normalized",
                   normalized_coords=True)

    def test_a_path_is_a_source_too(self):
        path = pathlib.Path(os.environ["TEXELSCOPE_ASSETS"]) / "uv_grid.png"
        coords = RANDOM.random((50, 2), dtype=np.float32)
        options = {"normalized_coords": True, "filter": "linear", "read": "normalized"}
        expected = by_command(path, coords, options)
        for name in (path, str(path)):
            self.assertEqual(texelscope.sample(name, coords, **options).tobytes(), expected.tobytes())


class Texels(unittest.TestCase):
    def test_point_sampling_is_numpys_indexing_through_any_strides(self):
        base = RANDOM.integers(0, 2**16, (9, 20), dtype=np.uint16)
        for texels in (base, base[::-1, ::2], base.T, np.asfortranarray(base), texelscope.view(base[2:, 3:])):
            plain = np.from_dlpack(texels)
            rows, columns = np.indices(plain.shape)
            coords = np.stack([columns.ravel() + 0.5, rows.ravel() + 0.5], 1).astype(np.float32)
            self.assertTrue((texelscope.sample(texels, coords)[:, 0] == plain.ravel()).all())

    def test_coordinates_may_have_any_strides(self):
        texels = RANDOM.random((6, 5), dtype=np.float32)
        base = RANDOM.random((40, 7), dtype=np.float32) * 6
        unaligned = np.frombuffer(b"\0" + base.tobytes(), np.float32, offset=1).reshape(base.shape)
        for coords in (base[:, 2:4], base[::-3, 1:3], base[:, 5::-4], np.asfortranarray(base)[:, :2], unaligned[:, :2],
                       np.broadcast_to(base[3, :2], (9, 2)), base[:, :3]):
            expected = texelscope.sample(texels, np.ascontiguousarray(coords), filter="linear")
            self.assertEqual(texelscope.sample(texels, coords, filter="linear").tobytes(), expected.tobytes())
            self.assertEqual(expected.shape, (len(coords), 1))

    def test_read_only_and_empty_arrays_are_sampled_too(self):
        texels = np.broadcast_to(np.float32(3), (4, 4))
        self.assertTrue((texelscope.sample(texels, np.ones((3, 2), np.float32)) == 3).all())
        self.assertEqual(texelscope.sample(texels, np.ones((0, 2), np.float32)).shape, (0, 1))


class WrongInput(unittest.TestCase):
    def refuse(self, error, part, texels, coords, **options):
        with self.assertRaises(error) as raised:
            texelscope.sample(texels, coords, **options)
        self.assertIn(part, str(raised.exception))

    def test_it_is_reported_with_valid_alternatives(self):
        texels, coords = np.zeros((4, 4), np.uint8), np.zeros((1, 2), np.float32)
        self.refuse(TypeError, "did you mean 'filter'", texels, coords, filtr="linear")
        self.refuse(ValueError, "address cannot be 'wrp': use wrap", texels, coords, address="wrp")
        self.refuse(ValueError, "mip_clamp and mip_bias need mip levels: specify mip_levels", texels, coords, mip_bias=1)
        self.refuse(ValueError, "linear filtering needs float results", texels, coords, filter="linear")
        self.refuse(ValueError, "'x' is not a number", texels, coords, border=(1, "x"))
        self.refuse(TypeError, "srgb must be True or False", texels, coords, srgb=1)
        self.refuse(TypeError, "border must be", texels, coords, border={1})
        endless = []
        endless.append(endless)
        self.refuse(TypeError, "border must be", texels, coords, border=endless)
        self.refuse(ValueError, "null byte", "a\0b", coords)
        self.refuse(ValueError, "astype(np.float32)", texels, coords.astype(float))
        self.refuse(ValueError, "use (N, 2)", texels, np.zeros((1, 7), np.float32))
        self.refuse(ValueError, "has 5 channels", np.zeros((4, 4, 5), np.uint8), coords, dims=2)
        self.refuse(ValueError, "unknown device 'gpu'", texels, coords, device="gpu")
        self.refuse(BufferError, "__array_interface__", [[1, 2]], coords)
        self.refuse(OSError, "no such file", "missing.png", coords)
        self.refuse(ValueError, "specify uint8", np.zeros((4, 4)), coords)
        self.refuse(ValueError, "texels cannot be", np.zeros((4, 4), "M8[s]"), coords, format="uint8")

    def test_an_unavailable_device_is_not_a_memory_error(self):
        self.refuse(RuntimeError, "", np.zeros((4, 4), np.uint8), np.zeros((1, 2), np.float32), device="cuda:99")

    def test_a_legal_but_surprising_setting_causes_a_warning(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            texelscope.sample(np.zeros((4, 4), np.uint8), np.zeros((1, 2), np.float32), address="wrap")
        self.assertTrue(any("clamp" in str(warning.message) for warning in caught), caught)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(RuntimeWarning):
                texelscope.sample(np.zeros((4, 4), np.uint8), np.zeros((1, 2), np.float32), address="wrap")

    def test_fetches_that_were_not_compared_with_a_gpu_cause_a_warning(self):
        texels = np.zeros((4, 4), np.uint8)
        options = {"mip_levels": "all", "normalized_coords": True, "anisotropy": 4}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaisesRegex(RuntimeWarning, "no effect without gradients"):
                texelscope.sample(texels, np.zeros((1, 2), np.float32), **options)
            texelscope.sample(texels, np.zeros((1, 6), np.float32), gradients=True, **options)


if __name__ == "__main__":
    unittest.main()

"""Compares texelscope.render and texelscope.scenes with the output of the command."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest

try:
    import numpy as np
except ImportError:
    print("no NumPy to render into")
    sys.exit(77)

import texelscope

PROGRAM = os.environ["TEXELSCOPE_PROGRAM"]
ASSETS = pathlib.Path(os.environ["TEXELSCOPE_ASSETS"])


def png_of(command):
    """The pixels of the PNG file that the program writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "frame.png"
        subprocess.run([PROGRAM, "render", *map(str, command), "--out", path, "--device", "cpu"], check=True,
                       capture_output=True)
        return texelscope._native._to_array(path)


class Render(unittest.TestCase):
    def same(self, actual, *command):
        expected = png_of(command)
        self.assertEqual((actual.dtype, actual.shape), (np.uint8, expected.shape), command)
        self.assertTrue((actual == expected).all(), command)

    def test_a_frame_has_the_bytes_of_the_command(self):
        self.same(texelscope.render("plasma", 120, size=(96, 64), device="cpu"), "plasma", "--frame", 120, "--size",
                  "96x64")
        self.same(texelscope.render("plasma", size=(50, 20), device="cpu"), "plasma", "--size", "50x20")
        # Scenes with history, with high dynamic range, and with points that a renderer draws.
        for scene in ("reaction_diffusion", "bloom"):
            self.same(texelscope.render(scene, 5, size=(64, 48), device="cpu"), scene, "--frame", 5, "--size", "64x48")
        self.same(texelscope.render("particles", 3, size=(64, 48), device="cpu", drawn_as="vertices"), "particles",
                  "--frame", 3, "--size", "64x48", "--set", "drawn_as=vertices")

    def test_parameters_are_strings_numbers_and_booleans(self):
        self.same(texelscope.render("image", 0, size=(64, 48), device="cpu", filter="point", rotation=30),
                  "image", "--frame", 0, "--size", "64x48", "--set", "filter=point", "--set", "rotation=30")
        self.same(texelscope.render("image", 0, size=(64, 48), device="cpu", zoom=np.float32(2.5), rotation=np.int64(7)),
                  "image", "--frame", 0, "--size", "64x48", "--set", "zoom=2.5", "--set", "rotation=7")

    def test_an_array_or_a_path_is_the_input(self):
        path = ASSETS / "uv_grid.png"
        expected = png_of(["image", "--frame", 0, "--size", "64x64", "--input", path])
        picture = texelscope._native._to_array(path)
        for picture in (path, str(path), picture, np.asfortranarray(picture)):
            actual = texelscope.render("image", 0, size=(64, 64), device="cpu", input=picture)
            self.assertTrue((actual == expected).all())

    def test_frames_are_stacked_in_any_order(self):
        stacked = texelscope.render("reaction_diffusion", frames=[4, 2, 3, 3], size=(40, 30), device="cpu")
        self.assertEqual(stacked.shape, (4, 30, 40, 4))
        for frame, pixels in zip((4, 2, 3, 3), stacked):
            single = texelscope.render("reaction_diffusion", frame, size=(40, 30), device="cpu")
            self.assertTrue((pixels == single).all(), frame)
        self.assertEqual(texelscope.render("plasma", frames=range(0), size=(4, 3)).shape, (0, 3, 4, 4))

    def test_other_threads_continue_meanwhile(self):
        begun, turns, is_over = threading.Event(), [0], [False]

        def count():
            begun.set()
            while not is_over[0]:
                turns[0] += 1
                time.sleep(0.0005)

        thread = threading.Thread(target=count)
        thread.start()
        begun.wait()
        interval = sys.getswitchinterval()
        # With this interval, the other thread continues only if the lock is released.
        sys.setswitchinterval(60)
        try:
            before = turns[0]
            texelscope.render("reaction_diffusion", 30, size=(128, 128), device="cpu")
            after = turns[0]
        finally:
            sys.setswitchinterval(interval)
            is_over[0] = True
            thread.join()
        self.assertGreater(after, before)

    def test_wrong_input_is_reported_with_valid_alternatives(self):
        def refuse(error, part, *arguments, **options):
            with self.assertRaises(error) as raised:
                texelscope.render(*arguments, **options)
            self.assertIn(part, str(raised.exception))

        refuse(ValueError, "did you mean 'plasma'", "plazma")
        refuse(ValueError, "did you mean 'speed'", "plasma", spede=1)
        refuse(ValueError, "palette", "plasma", palette="none of them")
        refuse(ValueError, "size cannot be (0, 5)", "plasma", size=(0, 5))
        refuse(TypeError, "size must be a tuple", "plasma", size=7)
        refuse(ValueError, "invalid frame -1", "plasma", -1)
        refuse(TypeError, "an integer", "plasma", 1.5)
        refuse(TypeError, "are mutually exclusive", "plasma", 1, frames=[1])
        refuse(ValueError, "takes no picture", "plasma", input=np.zeros((4, 4), np.uint8))
        refuse(ValueError, "requires a volume", "volume_slice", input=np.zeros((4, 4), np.uint8))
        refuse(OSError, "no such file", "image", input="missing.png")
        refuse(ValueError, "unknown device", "plasma", device="gpu")
        refuse(TypeError, "device must be a string", "plasma", device=0)
        refuse(TypeError, "speed must be", "plasma", speed={})


class Scenes(unittest.TestCase):
    def test_they_are_those_of_the_command(self):
        printed = json.loads(subprocess.run([PROGRAM, "scenes", "--json"], check=True, capture_output=True).stdout)
        scenes = texelscope.scenes()
        self.assertEqual(list(scenes.values()), printed["scenes"])
        self.assertEqual(list(scenes), [scene["name"] for scene in printed["scenes"]])
        self.assertEqual(scenes["plasma"]["title"].lower(), "plasma")


if __name__ == "__main__":
    unittest.main()

"""texelscope.show: a picture without a display or in a notebook, otherwise a window that displays changes and releases the tensors."""

import gc
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import types
import unittest
import weakref

try:
    import numpy as np
except ImportError:
    print("no NumPy to show")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "end_to_end"))

import texelscope
from screen import Missing, Screen
from texelscope import Picture

PNG = b"\x89PNG\r\n\x1a\n"


def set_display(test, name):
    """Sets the display of this name, or none, for the duration of the test."""
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        before = os.environ.pop(variable, None)
        if before is not None:
            test.addCleanup(os.environ.__setitem__, variable, before)
    if name is not None:
        os.environ["DISPLAY"] = name
        # This cleanup runs before the one that restores the previous value.
        test.addCleanup(os.environ.pop, "DISPLAY", None)


class WithoutADisplay(unittest.TestCase):
    def setUp(self):
        set_display(self, None)

    def test_it_is_a_picture_that_jupyter_shows_and_files_store(self):
        picture = texelscope.show(np.arange(12.0).reshape(3, 4), name="counts")
        self.assertIsInstance(picture, Picture)
        self.assertEqual(repr(picture), "Picture(counts: float64 (3, 4) [:, :])")
        bundle = picture._repr_mimebundle_(include=None, exclude=None)
        self.assertEqual(set(bundle), {"image/png", "text/plain"})
        self.assertTrue(bundle["image/png"].startswith(PNG))
        self.assertEqual(set(picture._repr_mimebundle_(include={"image/png"})), {"image/png"})
        self.assertEqual(set(picture._repr_mimebundle_(exclude={"image/png"})), {"text/plain"})
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "counts.png"
            picture.save(path)
            pixels = texelscope._native._to_array(path)
            link = path.with_name("link.png")
            link.symlink_to(path.name)
            picture.save(link)
            self.assertTrue(link.is_symlink())
            self.assertEqual({name.name for name in path.parent.iterdir()}, {"counts.png", "link.png"})
            with self.assertRaises(OSError):
                picture.save("/dev/full")
            with self.assertRaisesRegex(ValueError, "use a name that ends in .png"):
                picture.save(path.with_suffix(".jpg"))
        self.assertEqual((pixels.shape[0] * 4, pixels.shape[2]), (pixels.shape[1] * 3, 4))
        # From the darkest to the lightest.
        brightness = pixels[..., :3].sum(axis=2)
        self.assertLess(brightness[0, 0], brightness[-1, -1])

    def test_the_view_is_the_slice_that_numpy_returns(self):
        array = np.random.default_rng(1).random((4, 5, 6, 3))

        def png(tensor, **view):
            return texelscope.show(tensor, range=(0, 1), **view)._repr_png_()

        cuts = [({"axes": (0, 2), "channels": None, "index": (0, 3, 0, 1)}, array[:, 3, :, 1]),
                ({"axes": (2, -4), "channels": None, "index": (0, -1, 0, 2)}, array[:, -1, :, 2].T),
                ({"axes": (1, 2), "channels": 3, "index": (2, 0, 0, 0)}, array[2]),
                ({"axes": (1, 2), "channels": 3, "index": (2, 0, 0, 0)}, array[2][:, ::1].copy(order="F")),
                ({"axes": (None, 1), "channels": None, "index": (1, 0, 2, 0)}, array[1, :, 2, 0][None])]
        for view, cut in cuts:
            self.assertEqual(png(array, **view), png(cut), view)
        self.assertNotEqual(png(array[0, :, :, 0]), png(array[0, :, :, 0], map="gray"))
        self.assertEqual(png(array[0, :, :, 0], map="grey"), png(array[0, :, :, 0], map="gray"),
                         "the previous spelling")
        complex_numbers = array[0, :, :, 0] + 1j * array[1, :, :, 0]
        self.assertEqual(png(complex_numbers, part="imaginary"), png(array[1, :, :, 0]))

    def test_several_arrays_are_pictures_side_by_side(self):
        pictures = texelscope.show({"a<b": np.zeros((2, 2)), "c": np.ones(3)})
        self.assertEqual([repr(picture) for picture in pictures],
                         ["Picture(a<b: float64 (2, 2) [:, :])", "Picture(c: float64 (3,) [:])"])
        page = pictures._repr_html_()
        self.assertEqual(page.count("data:image/png;base64,"), 2)
        self.assertIn("a&lt;b", page)
        self.assertEqual(len(texelscope.show(np.zeros(3), np.ones(3), name=("zeros", "ones"))), 2)

    def test_any_rank_type_and_memory(self):
        for tensor in (np.float32(3).reshape(()), np.zeros((0, 4)), np.zeros((1,) * 32), np.zeros((2, 3), "M8[s]"),
                       np.zeros((2, 3), "U5"), np.broadcast_to(np.float16(1), (4, 4)), texelscope.view(np.ones((3, 3))),
                       np.arange(24).reshape(2, 3, 4)[:, ::-1, ::2], np.zeros((5, 6), bool)):
            self.assertTrue(texelscope.show(tensor)._repr_png_().startswith(PNG))

    def test_wrong_input_is_reported_with_valid_alternatives(self):
        zeros = np.zeros((6, 7))
        for error, part, tensors, options in (
                (TypeError, "nothing to show", (), {}),
                (TypeError, "nothing to show", ({},), {}),
                (BufferError, "__array_interface__", ([1, 2],), {}),
                (TypeError, "2 names for 1", (zeros,), {"name": ("a", "b")}),
                (TypeError, "omit name", ({"a": zeros},), {"name": "b"}),
                (TypeError, "did you mean 'axes'", (zeros,), {"axs": (0, 1)}),
                (TypeError, "(rows, columns)", (zeros,), {"axes": 1}),
                (ValueError, "cannot name axis 5", (zeros,), {"axes": (0, 5)}),
                (ValueError, "different axes", (zeros,), {"axes": (0, 0)}),
                (ValueError, "whose extent is 6", (zeros,), {"channels": 0}),
                (ValueError, "one number for each of the 2 axes", (zeros,), {"index": (1,)}),
                (ValueError, "outside axis 1", (zeros,), {"index": (0, 7)}),
                (ValueError, "did you mean 'night'", (zeros,), {"map": "nigt"}),
                (ValueError, "choices: slice", (zeros,), {"range": "all"}),
                (ValueError, "the lower one first", (zeros,), {"range": (2, 1)}),
                (TypeError, "range", (zeros,), {"range": (None, 1)}),
                (ValueError, "0 to 50", (zeros,), {"percentile": 51}),
                (ValueError, "unknown device", (zeros,), {"device": "gpu"})):
            with self.assertRaises(error, msg=(tensors, options)) as raised:
                texelscope.show(*tensors, **options)
            self.assertIn(part, str(raised.exception))

    def test_a_notebook_gets_a_picture_although_there_is_a_display(self):
        set_display(self, ":59999")  # not used by any other test
        shell = types.SimpleNamespace(kernel=object())
        sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: shell)
        self.addCleanup(sys.modules.pop, "IPython")
        self.assertIsInstance(texelscope.show(np.zeros((2, 2))), Picture)
        # A terminal with IPython has no kernel, and cannot open a window there.
        del shell.kernel
        with self.assertRaisesRegex(RuntimeError, "cannot open a window"):
            texelscope.show(np.zeros((2, 2)), block=False)


class Watched(np.ndarray):
    """An array that supports weak references."""


def watched(shape):
    return np.zeros(shape, np.float32).view(Watched)


class InAWindow(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        os.environ["XDG_CONFIG_HOME"] = str(cls.folder)
        try:
            cls.screen = Screen(800, 500, os.environ.get("TEXELSCOPE_X11_CLIENT"))
            cls.screen.__enter__()
        except Missing as missing:
            raise unittest.SkipTest(str(missing))
        cls.addClassCleanup(cls.screen.__exit__)

    def setUp(self):
        set_display(self, self.screen.environment["DISPLAY"])

    def open(self, *tensors, **options):
        window = texelscope.show(*tensors, block=False, size=(800, 500), **options)
        self.addCleanup(window.close)
        return window

    def wait_for_color(self, color):
        """Waits until the middle of the screenshot has the given color."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            picture = self.screen.capture(self.folder / "screen.ppm")
            found = picture.cut(550, 150, 1, 1)[0]
            if found == color:
                return
            time.sleep(0.1)
        self.fail(f"the picture is {found}, not {color}")

    def run_python(self, text):
        """Runs a program that shows the array `x`; returns its output."""
        start = "import numpy as np, os, signal, sys, threading, texelscope\nx = np.zeros((3, 4))\n"
        run = subprocess.run([sys.executable, "-c", start + text], capture_output=True, text=True, timeout=60,
                             env=self.screen.environment, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run)
        return run.stdout

    def test_it_shows_what_is_written_while_it_is_open(self):
        for renderer in ("gl", "vulkan"):
            with self.subTest(renderer):
                array = np.zeros((4, 4, 3), np.uint8)
                try:
                    window = self.open(array, renderer=renderer)
                except RuntimeError as error:
                    if renderer == "gl":
                        raise
                    self.skipTest(str(error))
                self.wait_for_color((0, 0, 0))
                array[:] = (10, 200, 30)
                self.wait_for_color((10, 200, 30))
                window.close()

    def test_it_releases_the_tensors_when_it_is_closed(self):
        array = watched((3, 4))
        reference = weakref.ref(array)
        window = self.open(array)
        del array
        gc.collect()
        self.assertIsNotNone(reference())
        window.close()
        gc.collect()
        self.assertIsNone(reference())
        self.assertEqual((repr(window), window.is_open), ("Window(closed)", False))
        window.close()

    def test_the_user_closes_it(self):
        window = self.open(np.zeros((3, 4)))
        self.assertFalse(window.wait(0.2))
        time.sleep(0.5)
        self.screen.key("ctrl+q")
        self.assertTrue(window.wait(10))

    def test_there_is_one_at_a_time(self):
        first = self.open(np.zeros((3, 4)))
        for block in (True, False):
            with self.assertRaisesRegex(RuntimeError, "one at a time"):
                texelscope.show(np.zeros((3, 4)), block=block)
        first.close()
        self.open(np.zeros((3, 4))).close()

    def test_a_failure_is_raised_and_the_next_window_opens(self):
        array = watched((3, 4))
        reference = weakref.ref(array)
        for block in (True, False):
            for error, options in ((ValueError, {"map": "nigt"}), (ValueError, {"renderer": "metal"}),
                                   (ValueError, {"size": (0, 1)}), (RuntimeError, {"device": "cuda:99"})):
                with self.assertRaises(error):
                    texelscope.show(array, block=block, **options)
        del array
        gc.collect()
        self.assertIsNone(reference())
        self.open(np.zeros((3, 4)))

    def test_an_interrupt_ends_a_window_that_is_waited_for(self):
        # The timer's thread runs while show() waits.
        printed = self.run_python(
            "threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
            "try:\n    texelscope.show(x)\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
            "texelscope.show(x, block=False).close()\nprint('again')\n")
        self.assertEqual(printed, "interrupted\nagain\n")

    def test_the_end_of_the_program_closes_it(self):
        self.assertEqual(self.run_python("print(texelscope.show(x, block=False))"), "Window(open)\n")
        self.assertEqual(self.run_python("w = texelscope.show(x, block=False)\nprint(w)\nsys.exit(0)"), "Window(open)\n")
        self.assertEqual(self.run_python("threading.Thread(target=texelscope.show, args=(x,), kwargs={'block': True}, "
                                         "daemon=True).start()\nimport time\ntime.sleep(1)\nprint('end')"), "end\n")

    def test_interactive_python_does_not_wait(self):
        self.assertEqual(self.run_python("sys.ps1 = '>>> '\nprint(isinstance(texelscope.show(x), texelscope.Window))"),
                         "True\n")


if __name__ == "__main__":
    # Prints skip reasons, for tools/summarize_tests.py.
    unittest.main(verbosity=2)

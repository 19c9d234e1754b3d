"""texelscope.watch and what is built on it: a window that speaks the protocol receives the values that were sent."""

import array
import ctypes
import gc
import inspect
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

import require_numpy  # noqa: F401
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
FOLDER = tempfile.TemporaryDirectory()
SOCKET = FOLDER.name + "/window/inspect"
os.environ["TEXELSCOPE_INSPECT"] = SOCKET
pathlib.Path(SOCKET).parent.mkdir(mode=0o700)

import texelscope
from fake_window import FakeWindow
from texelscope import Watcher, watch, watching


class WithWindow(unittest.TestCase):
    def setUp(self):
        # Cleanups run in reverse order.
        self.addCleanup(wait_until, lambda: not texelscope.is_watched())
        self.window = FakeWindow(SOCKET)
        self.addCleanup(self.window.close)
        texelscope.wait_for_window(20)
        self.window.wait(lambda window: window.programs)
        self.assertTrue(wait_until(texelscope.is_watched))

    def sent(self, name, value, expected=None):
        """Shows an array, and compares what the window received."""
        self.assertEqual(watch(name, value, always=True), "sent")
        received = self.window.named(name)
        expected = np.asarray(value if expected is None else expected)
        self.assertEqual(received.shape, expected.shape)
        np.testing.assert_array_equal(received.values(), expected.ravel().tolist())
        return received


def wait_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.002)
    return condition()


def printed_by(program, **environment):
    """The words that another Python prints."""
    return subprocess.run([sys.executable, "-B", "-c", program], env=os.environ | environment, text=True, stdout=subprocess.PIPE, check=True,
                          timeout=60).stdout.split()


class Values(WithWindow):
    def test_all_types_arrive_as_they_are(self):
        for name in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64",
                     "complex64", "complex128"):
            with self.subTest(name):
                numbers = (np.arange(12) - 5).astype(name).reshape(3, 4)
                self.assertEqual(self.sent(name, numbers).type, name)

    def test_layouts_arrive_as_they_are(self):
        numbers = np.arange(2 * 6 * 8, dtype=np.float32).reshape(2, 6, 8)
        layouts = {"transposed": numbers.T, "reversed": numbers[:, ::-1, ::-1], "spread": numbers[:, ::3, ::4], "part": numbers[1, 2:5, 3:7],
                   "broadcast": np.broadcast_to(numbers[0, 0], (5, 8)), "fortran": np.asfortranarray(numbers), "scalar": np.float64(2.5),
                   "empty": numbers[:, :0], "long": np.arange(30, dtype=np.int16)[::-1],
                   "axes": np.arange(2**16, dtype=np.uint16).reshape((2,) * 16).transpose()}
        read_only = numbers.copy()
        read_only.flags.writeable = False
        layouts["read_only"] = read_only
        for name, layout in layouts.items():
            with self.subTest(name):
                self.sent(name, layout)

    def test_other_libraries_arrays_arrive(self):
        self.sent("buffer", array.array("i", range(7)), list(range(7)))
        self.sent("bytes", bytearray(b"abc"), list(b"abc"))
        self.assertEqual(self.sent("number", 2.5).program["program"], "watch_test.py")
        self.sent("view", texelscope.view(np.arange(6)), np.arange(6))

        class Exports:
            def __init__(self, of):
                self.__array_interface__ = of.__array_interface__
                self.of = of

        self.sent("interface", Exports(np.arange(9.0)[::-2]), np.arange(9.0)[::-2])
        from metadata_test import Tensor
        half = Tensor(shape=(2, 3), element=(4, 16, 1))
        half.memory.view(np.uint16)[:6] = [0x3F80, 0xC000, 0, 0x4048, 0x7F80, 0xFF80]
        self.assertEqual(watch("bfloat16", half, always=True), "sent")
        received = self.window.named("bfloat16")
        self.assertEqual((received.type, received.shape), ("bfloat16", (2, 3)))
        self.assertEqual(received.values(), [1.0, -2.0, 0.0, 3.125, float("inf"), float("-inf")])
        gc.collect()
        self.assertEqual(half.deletions, 1)

    def test_tensors_of_torch_arrive(self):
        try:
            import torch
        except ImportError:
            self.skipTest("no PyTorch")
        self.sent("tensor", torch.arange(12.0).reshape(3, 4).t(), np.arange(12.0).reshape(3, 4).T)
        weights = torch.nn.Parameter(torch.ones(2, 3))
        self.sent("parameter", weights, np.ones((2, 3)))
        received = self.sent("half", torch.tensor([1.0, -2.5], dtype=torch.bfloat16), [1.0, -2.5])
        self.assertEqual(received.type, "bfloat16")

    def test_a_skipped_array_is_not_viewed(self):
        numbers, views = np.zeros(3), []

        class Slow:
            @property
            def __array_interface__(self):
                views.append(1)
                time.sleep(0.01)
                return numbers.__array_interface__

        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            watch("slow", Slow())
        # One takes more time than a second allows.
        self.assertLess(len(views), 10)
        self.assertEqual(watch("slow", Slow(), always=True), "sent")
        with self.assertRaisesRegex(ValueError, "200 bytes"):
            watch("n" * 201, numbers)

    def test_a_capture_on_another_thread_goes_on(self):
        try:
            import torch
        except ImportError:
            self.skipTest("no PyTorch")
        if not torch.cuda.is_available():
            self.skipTest("Found no NVIDIA driver")
        numbers, graph, has_ended, statuses = torch.zeros(1000, device="cuda"), torch.cuda.CUDAGraph(), threading.Event(), set()
        watched = [torch.zeros(1000 * (i + 1), device="cuda") for i in range(50)]
        torch.cuda.synchronize()

        def watch_new_arrays():
            for i, array in enumerate(watched):
                statuses.add(watch(f"array {i}", array, always=True))
            has_ended.set()

        # In the global mode, which is PyTorch's, a capture fails when any thread allocates or queries.
        thread = threading.Thread(target=watch_new_arrays)
        with torch.cuda.graph(graph, capture_error_mode="global"):
            thread.start()
            while not has_ended.wait(0.01):
                numbers += 1
        thread.join()
        graph.replay()
        torch.cuda.synchronize()
        self.assertEqual(statuses, {"sent"})
        self.assertGreaterEqual(numbers[0].item(), 0)

    def test_a_large_array_is_copied_without_the_lock(self):
        large = np.ones((64, 1024, 1024), np.uint8)
        begin, ran = threading.Event(), []
        thread = threading.Thread(target=lambda: (begin.wait(), ran.append(True)))
        thread.start()
        # The thread runs only when this one releases the lock.
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1000)
        begin.set()
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            pass
        before = list(ran)
        status = watch("large", large, always=True)
        self.assertEqual((before, status, ran), ([], "sent", [True]))
        thread.join()

    def test_arrays_of_a_rare_step_all_arrive(self):
        # In a process that has copied nothing yet.
        self.assertEqual(printed_by("import numpy, texelscope; print(texelscope.wait_for_window(20), "
                                    "*[texelscope.watch(name, numpy.zeros(1000)) for name in 'abcde'])"), ["True"] + ["sent"] * 5)

    def test_a_program_without_memory_goes_on(self):
        # Without descriptors, there is no memory to share.
        self.assertEqual(printed_by("import numpy, resource, texelscope; print(texelscope.wait_for_window(20))\n"
                                    "many = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
                                    "resource.setrlimit(resource.RLIMIT_NOFILE, (3, many[1]))\n"
                                    "print(texelscope.watch('a', numpy.zeros(3)))\n"
                                    "resource.setrlimit(resource.RLIMIT_NOFILE, many)\n"
                                    "print(texelscope.watch('a', numpy.zeros(3)))"), ["True", "skipped", "sent"])

    def test_ended_arrays_are_ended(self):
        watch("short", np.zeros(3), always=True)
        self.window.named("short")
        texelscope.end_watch("short")
        texelscope.end_watch("never seen")
        self.window.wait(lambda window: window.ended == ["short"])

    def test_wrong_arguments_are_explained(self):
        cases = [(ValueError, "name", ("", np.zeros(3))), (ValueError, "200 bytes", ("n" * 201, np.zeros(3))), (TypeError, "str", (3, np.zeros(3))),
                 (ValueError, "null", ("a\0b", np.zeros(3))), ((BufferError, ValueError), "NumPy|numpy", ("text", np.array(["a"]))),
                 (BufferError, "numpy.asarray", ("list", [1, 2])), ((BufferError, ValueError), "fields", ("fields", np.zeros(3, "f4,i4"))),
                 (BufferError, "mask", ("masked", np.ma.masked_array([1, 2], [0, 1]))), (TypeError, "alway", ("a", np.zeros(3)))]
        for kind, advice, arguments in cases:
            with self.subTest(advice), self.assertRaisesRegex(kind, advice):
                watch(*arguments, **({"alway": True} if advice == "alway" else {"always": True}))

    def test_forked_processes_show_their_own_arrays(self):
        watch("numbers", np.arange(4), always=True)
        self.window.named("numbers")
        processes = multiprocessing.get_context("fork")
        children = [processes.Process(target=show_in_child, args=(number,)) for number in (10, 20)]
        for child in children:
            child.start()
        for child in children:
            child.join(30)
            self.assertEqual(child.exitcode, 0)
        for number in (10, 20):
            self.assertEqual(self.window.named(f"child {number}").values(), [number, number + 1])
        self.assertEqual(len({each.program["process"] for each in self.window.arrays}), 3)
        # The parent goes on.
        self.assertEqual(watch("numbers", np.arange(5), always=True), "sent")
        self.window.wait(lambda window: window.arrays[-1].shape == (5,))


def show_in_child(number):
    ok = texelscope.wait_for_window(20) and watch(f"child {number}", np.array([number, number + 1]), always=True) == "sent"
    # The sender's thread sends the news.
    time.sleep(0.3)
    os._exit(0 if ok else 1)


class Loops(WithWindow):
    def test_a_watcher_shows_every_nth_step(self):
        watcher = Watcher(every=10, always=True)
        computed, arrived = [], self.window.arrays

        def compute():
            computed.append(1)
            return np.full(2, len(computed))

        for step in range(25):
            watcher(step, state=np.full(3, step), lazy=compute)
            if step % 10 == 0:
                self.window.wait(lambda _: {each.name for each in arrived[step // 5:]} == {"state", "lazy"})
        self.assertEqual([each.values()[0] for each in self.window.arrays if each.name == "state"], [0, 10, 20])
        self.assertEqual(len(computed), 3)
        with self.assertRaisesRegex(ValueError, "every cannot be 0"):
            Watcher(every=0)

    def test_showing_takes_at_most_one_percent(self):
        watcher, calls = Watcher(every=1), []

        def compute():
            calls.append(time.monotonic())
            time.sleep(0.01)
            return np.zeros(3)

        begin, step = time.monotonic(), 0
        while time.monotonic() < begin + 0.9:
            watcher(step, lazy=compute)
            step += 1
        self.assertEqual(len(calls), 1)
        self.assertGreater(step, 1)

    def test_a_block_shows_its_functions_arrays(self):
        def work():
            first = np.arange(3)
            _hidden = np.zeros(4)
            words = np.array(["no", "numbers"])
            with watching() as show:
                second = first * 2
                show()
                self.window.named("work.second")
                second = first * 3
            return _hidden, words, second

        work()
        self.window.wait(lambda window: window.named("work.second").values() == [0, 3, 6])
        self.assertEqual({each.name for each in self.window.arrays}, {"work.first", "work.second"})

    def test_a_block_that_fails_shows_them_too(self):
        def fail():
            before = np.arange(5)  # noqa: F841
            with watching("renamed"):
                raise KeyError("a reason")

        with self.assertRaisesRegex(KeyError, "a reason"):
            fail()
        self.assertEqual(self.window.named("renamed.before").values(), [0, 1, 2, 3, 4])

    def test_a_block_keeps_no_array_alive(self):
        class Kept(np.ndarray):
            pass

        released = []

        def work():
            kept = np.zeros(3).view(Kept)
            import weakref
            weakref.finalize(kept, released.append, True)
            with watching():
                pass
            del kept
            self.assertEqual(released, [True])

        work()

    def test_a_decorated_function_shows_arguments_and_result(self):
        @watching()
        def doubled(values, factor=2):
            """Doubles."""
            return values * factor

        np.testing.assert_array_equal(doubled(np.arange(3)), [0, 2, 4])
        self.assertEqual(self.window.named("doubled.values").values(), [0, 1, 2])
        self.assertEqual(self.window.named("doubled.return").values(), [0, 2, 4])
        self.assertEqual((doubled.__name__, doubled.__doc__), ("doubled", "Doubles."))

    def test_a_decorated_function_takes_at_most_one_percent_for_its_arguments(self):
        bind, calls = inspect.Signature.bind, []

        def slow(*positional, **named):
            calls.append(1)
            time.sleep(0.01)
            return bind(*positional, **named)

        with unittest.mock.patch.object(inspect.Signature, "bind", slow):
            @watching()
            def nothing():
                pass

            begin = time.monotonic()
            while time.monotonic() < begin + 0.5:
                nothing()
        self.assertEqual(len(calls), 1)


class WithoutWindow(unittest.TestCase):
    def test_nothing_is_read_or_refused(self):
        self.assertTrue(wait_until(lambda: watch("array", np.zeros(3)) == "not watched" and not texelscope.is_watched()))
        self.assertEqual(watch("not even an array", object()), "not watched")
        self.assertEqual(watch("array", np.zeros(3), always=True), "not watched")
        self.assertIs(texelscope.wait_for_window(0.01), False)
        with watching() as show:
            show()
        Watcher(every=1)(0, lazy=lambda: self.fail("computed for nobody"))
        with self.assertRaisesRegex(TypeError, "str"):
            watch(3, np.zeros(3))
        with self.assertRaisesRegex(ValueError, "seconds"):
            texelscope.wait_for_window(float("nan"))

    def test_it_can_be_turned_off(self):
        program = "import numpy, texelscope; print(texelscope.wait_for_window(20), texelscope.watch('a', numpy.zeros(3)))"
        self.assertEqual(printed_by(program, TEXELSCOPE_INSPECT="off"), ["False", "not", "watched"])


if __name__ == "__main__":
    unittest.main(verbosity=2)

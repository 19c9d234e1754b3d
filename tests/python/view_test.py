"""texelscope.view of NumPy's arrays, there and back: the same memory, kept alive, let go of once."""

import gc
import sys
import unittest
import weakref

try:
    import numpy as np
except ImportError:
    print("no NumPy to share with")
    sys.exit(77)

import texelscope
from texelscope import StridedLayout, StridedMemoryView

PYCAPSULE = type(np.arange(1).__dlpack__())


class Tensor:
    """A NumPy array that can be watched, with DLPack alone."""

    def __init__(self, array):
        self.array = array
        self.calls = []

    def __dlpack__(self, **arguments):
        self.calls.append(arguments)
        if "max_version" in arguments:
            raise TypeError("no such argument")
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return (1, 0)


class OfNumPy(unittest.TestCase):
    def test_it_is_the_same_memory(self):
        array = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
        view = texelscope.view(array)
        self.assertEqual(view.ptr, array.ctypes.data)
        self.assertEqual((view.shape, view.dtype, view.size), ((2, 3, 4), np.float32, 24))
        self.assertEqual((view.device_id, view.is_device_accessible, view.readonly), (-1, False, False))
        self.assertIs(view.exporting_obj, array)
        self.assertEqual(view._layout, StridedLayout.dense((2, 3, 4), 4))
        back = np.from_dlpack(view)
        array[1, 2, 3] = -7
        self.assertEqual(back[1, 2, 3], -7)

    def test_every_dtype(self):
        for code in ("?", "b", "B", "h", "H", "i", "I", "l", "L", "e", "f", "d", "F", "D", "g", "G",
                     "M8[s]", "m8[25ms]", "S5", "U3", "V7"):
            array = np.zeros((2, 3), dtype=code)
            view = texelscope.view(array)
            self.assertEqual((view.dtype, view.ptr), (array.dtype, array.ctypes.data), code)

    def test_slices_transposes_broadcasts_scalars_and_nothing(self):
        base = np.arange(120, dtype=np.int16).reshape(4, 5, 6)
        for array in (base[1:, ::2, ::-1], base.T, base[2, 3, 4:5].reshape(()), np.broadcast_to(base[0], (7, 5, 6)),
                      base[:0], base[::-1, ::-1, ::-1]):
            view = texelscope.view(array)
            self.assertEqual(view.shape, array.shape)
            if array.size:
                self.assertEqual(view.ptr + view._layout.slice_offset_in_bytes, array.__array_interface__["data"][0])
                strides = view._layout.strides_in_bytes or StridedLayout.dense(array.shape, 2).strides_in_bytes
                for axis, extent in enumerate(array.shape):
                    if extent > 1:
                        self.assertEqual(strides[axis], array.strides[axis])

    def test_read_only_memory_stays_so(self):
        array = np.arange(6.0)
        array.flags.writeable = False
        view = texelscope.view(array)
        self.assertTrue(view.readonly)
        self.assertIn("readonly", repr(view))
        with self.assertRaises(BufferError):
            view.__dlpack__()
        self.assertIsInstance(view.__dlpack__(max_version=(1, 0)), PYCAPSULE)

    def test_it_keeps_the_memory_and_lets_go_of_it_once(self):
        class Watched(np.ndarray):
            pass

        for make in (texelscope.view, StridedMemoryView.from_dlpack, StridedMemoryView.from_array_interface):
            array = np.arange(10.0).view(Watched)
            gone = weakref.ref(array)
            view = make(array)
            again = view.view(StridedLayout((5,), (2,), 8))
            back = np.from_dlpack(again)
            del array, view, again
            gc.collect()
            self.assertIsNotNone(gone(), make)
            np.testing.assert_array_equal(back, [0, 2, 4, 6, 8])
            del back
            gc.collect()
            self.assertIsNone(gone(), make)

    def test_a_capsule_that_nobody_takes_lets_go_too(self):
        array = np.arange(10.0)
        before = sys.getrefcount(array)
        view = texelscope.view(array)
        capsules = [view.__dlpack__(), view.__dlpack__(max_version=(1, 3))]
        del view
        self.assertGreater(sys.getrefcount(array), before)
        del capsules
        gc.collect()
        self.assertEqual(sys.getrefcount(array), before)

    def test_another_layout_and_dtype_of_the_same_memory(self):
        array = np.ones((5, 6), dtype=np.float32)
        view = texelscope.view(array)
        complex_view = view.view(view._layout.repacked(8), np.complex64)
        self.assertEqual((complex_view.shape, complex_view.dtype), ((5, 3), np.complex64))
        np.testing.assert_array_equal(np.from_dlpack(complex_view), np.full((5, 3), 1 + 1j))
        with self.assertRaises(ValueError):
            view.view(dtype=np.float64)


class Protocols(unittest.TestCase):
    def test_the_version_is_asked_for_first_and_the_stream_passed_on(self):
        tensor = Tensor(np.arange(3.0))
        self.assertEqual(texelscope.view(tensor, stream=-1).shape, (3,))
        self.assertEqual(tensor.calls, [{"stream": -1, "max_version": (1, 3)}, {"stream": -1}])

    def test_a_capsule_is_taken_once(self):
        capsule = np.arange(3.0).__dlpack__()

        class Again:
            def __dlpack__(self, **arguments):
                return capsule

        texelscope.view(Again())
        with self.assertRaisesRegex(BufferError, "used_dltensor"):
            texelscope.view(Again())

    def test_what_is_no_tensor_is_told(self):
        with self.assertRaises(BufferError):
            texelscope.view(7)
        with self.assertRaises(TypeError):
            texelscope.view(None)
        with self.assertRaises(ValueError):
            texelscope.view(np.zeros(3, dtype=">f4"))
        with self.assertRaises(ValueError):
            texelscope.view(np.zeros(3, dtype=object))

        class Bad:
            def __init__(self, **changes):
                self.__array_interface__ = {**np.zeros((2, 3)).__array_interface__, **changes}

        for changes, error in ((dict(shape=(-1,)), ValueError), (dict(version=2), BufferError), (dict(data=5), BufferError),
                               (dict(data=(0, False)), ValueError), (dict(typestr="<q9"), ValueError),
                               (dict(strides=(1,)), ValueError), (dict(shape="ab"), TypeError)):
            with self.subTest(changes=changes), self.assertRaises(error):
                texelscope.view(Bad(**changes))

    def test_an_error_of_the_tensor_is_its_own(self):
        class Broken:
            def __dlpack__(self, **arguments):
                raise ZeroDivisionError("of the tensor")

        with self.assertRaisesRegex(ZeroDivisionError, "of the tensor"):
            texelscope.view(Broken())

    def test_the_host_has_no_stream_and_nothing_is_copied(self):
        view = texelscope.view(np.arange(3.0))
        self.assertEqual(view.__dlpack_device__(), (1, 0))
        with self.assertRaises(ValueError):
            view.__dlpack__(stream=1)
        with self.assertRaises(BufferError):
            view.__dlpack__(copy=True)
        with self.assertRaises(BufferError):
            view.__dlpack__(dl_device=(2, 0))


if __name__ == "__main__":
    unittest.main(verbosity=1)

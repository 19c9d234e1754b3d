"""texelscope.view of NumPy arrays, in both directions: the same memory, kept alive, released once."""

import ctypes
import gc
import subprocess
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
    """A NumPy array that supports weak references, with only DLPack."""

    def __init__(self, array, device=(1, 0)):
        self.array = array
        self.device = device
        self.calls = []

    def __dlpack__(self, **arguments):
        self.calls.append(arguments)
        if "max_version" in arguments:
            raise TypeError("no such argument")
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.device


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

    def test_read_only_memory_stays_read_only(self):
        array = np.arange(6.0)
        array.flags.writeable = False
        view = texelscope.view(array)
        self.assertTrue(view.readonly)
        self.assertIn("readonly", repr(view))
        with self.assertRaises(BufferError):
            view.__dlpack__()
        self.assertIsInstance(view.__dlpack__(max_version=(1, 0)), PYCAPSULE)

    def test_it_keeps_the_memory_and_releases_it_once(self):
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

    def test_a_numpy_scalar_keeps_the_array_that_it_created_for_the_view(self):
        views = [texelscope.view(np.float64(number + 0.25)) for number in range(100)]
        gc.collect()
        noise = [np.full((), -1.0) for _ in range(100)]
        read = np.zeros(())
        for number, view in enumerate(views):
            texelscope.view(read).copy_from(view)
            self.assertEqual(read, number + 0.25)
        self.assertEqual(len(noise), 100)

    def test_the_garbage_collector_sees_the_source_of_a_view(self):
        array = np.arange(3.0)
        self.assertIn(array, [found for found in gc.get_referents(texelscope.view(array)) if found is array])

    def test_an_unconsumed_capsule_releases_its_memory_too(self):
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


class AsArray(unittest.TestCase):
    """numpy.asarray of a view, and the method that NumPy calls for it."""

    def test_it_is_the_same_memory(self):
        base = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
        for array in (base, base[:, ::-1, 1:], base[1, 2, 3:4].reshape(()), np.zeros((0, 3)), np.zeros(2, "M8[s]"), np.zeros(2, "V4")):
            found = np.asarray(texelscope.view(array))
            self.assertEqual((found.shape, found.dtype), (array.shape, array.dtype))
            self.assertTrue(np.shares_memory(found, array) or array.size == 0)
        found = np.asarray(texelscope.view(base))
        base[1, 2, 3] = -7
        self.assertEqual(found[1, 2, 3], -7)
        np.testing.assert_array_equal(np.stack([texelscope.view(base), base]), [base, base])
        base.flags.writeable = False
        self.assertFalse(np.asarray(texelscope.view(base)).flags.writeable)

    def test_it_keeps_the_memory_and_releases_it_once(self):
        array = np.arange(10.0)
        before = sys.getrefcount(array)
        found = np.asarray(texelscope.view(array))
        gc.collect()
        self.assertGreater(sys.getrefcount(array), before)
        np.testing.assert_array_equal(found, array)
        del found
        gc.collect()
        self.assertEqual(sys.getrefcount(array), before)

    def test_dtype_and_copy_have_the_meaning_of_numpy_2(self):
        array = np.arange(3.0)
        view = texelscope.view(array)
        for shared, arguments in ((True, {}), (True, dict(copy=False)), (True, dict(dtype="f8")), (True, dict(dtype=np.float64, copy=False)),
                                  (False, dict(copy=True)), (False, dict(dtype="f8", copy=True)), (False, dict(dtype="i4")),
                                  (False, dict(dtype="i4", copy=True))):
            found = view.__array__(**arguments)
            self.assertEqual((np.shares_memory(found, array), found.dtype), (shared, np.dtype(arguments.get("dtype", "f8"))), arguments)
            np.testing.assert_array_equal(found, array)
        self.assertEqual(view.__array__("i4").dtype, np.int32)
        self.assertEqual(np.asarray(view, dtype=np.int16).dtype, np.int16)
        self.assertFalse(np.shares_memory(np.array(view), array))
        with self.assertRaisesRegex(ValueError, "without a copy"):
            view.__array__("i4", copy=False)

    def test_a_view_without_a_type_is_reported(self):
        view = StridedMemoryView.from_buffer(bytearray(12), (3,), itemsize=4)
        for use in (np.asarray, lambda view: view.__array__(copy=True)):
            with self.assertRaisesRegex(BufferError, "no dtype"):
                use(view)


class Protocols(unittest.TestCase):
    def test_the_version_is_requested_first_and_gpu_memory_with_the_stream(self):
        tensor = Tensor(np.arange(3.0), device=(2, 0))
        for stream, passed in ((-1, -1), (0, 1), (1, 1), (0x7000, 0x7000)):
            tensor.calls.clear()
            self.assertEqual(texelscope.view(tensor, stream=stream).shape, (3,))
            self.assertEqual(tensor.calls, [{"stream": passed, "max_version": (1, 3)}, {"stream": passed}])
        on_host = Tensor(np.arange(3.0))
        texelscope.view(on_host, stream=1)
        self.assertEqual(on_host.calls, [{"max_version": (1, 3)}, {}])

    def test_gpu_memory_requires_a_stream(self):
        tensor = Tensor(np.arange(3.0), device=(2, 0))
        with self.assertRaisesRegex(BufferError, "stream=-1"):
            texelscope.view(tensor)
        with self.assertRaisesRegex(ValueError, "is not a stream"):
            texelscope.view(tensor, stream=-2)
        with self.assertRaises(TypeError):
            texelscope.view(tensor, stream="1")

        class Stream:
            def __cuda_stream__(self):
                return (0, 0x5000)

        texelscope.view(tensor, stream=Stream())
        self.assertEqual(tensor.calls[-1], {"stream": 0x5000})

    def test_a_capsule_is_consumed_once(self):
        capsule = np.arange(3.0).__dlpack__()

        class Again:
            def __dlpack__(self, **arguments):
                return capsule

        texelscope.view(Again())
        with self.assertRaisesRegex(BufferError, "used_dltensor"):
            texelscope.view(Again())

    def test_an_object_that_is_not_a_tensor_is_reported(self):
        with self.assertRaises(BufferError):
            texelscope.view(7)
        with self.assertRaises(TypeError):
            texelscope.view(None)

    def test_an_error_of_the_tensor_is_passed_on(self):
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
        for version in ((), (1,), (1, 2, 3)):
            with self.assertRaisesRegex(ValueError, "max_version"):
                view.__dlpack__(max_version=version)

    def test_a_number_beyond_64_bits_is_not_a_stream(self):
        with self.assertRaises(ValueError):
            texelscope.view(Tensor(np.arange(3.0), device=(2, 0)), 1 << 70)


class Exchange(unittest.TestCase):
    """The C functions of the class of views, called as another library would."""

    def setUp(self):
        get = ctypes.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
        address = get(StridedMemoryView.__dlpack_c_exchange_api__, b"dlpack_exchange_api")
        # The version, the previous table, then the functions.
        self.table = (ctypes.c_void_p * 7).from_address(address)
        self.version = tuple((ctypes.c_uint32 * 2).from_address(address))

    def function(self, index, *argtypes):
        return ctypes.PYFUNCTYPE(ctypes.c_int, *argtypes)(self.table[2 + index])

    def test_a_view_is_viewed_through_the_table(self):
        array = np.arange(6.0).reshape(2, 3)[:, ::-1]
        view = texelscope.view(texelscope.view(array))
        self.assertEqual(view._layout, StridedLayout((2, 3), (3, -1), 8))
        self.assertEqual(view.ptr, array.__array_interface__["data"][0])
        self.assertEqual(self.version, (1, 3))
        self.assertGreater(texelscope._native._time_metadata(view, "exchange"), 0)

    def test_the_table_has_both_of_its_names(self):
        self.assertIs(StridedMemoryView.__c_dlpack_exchange_api__, StridedMemoryView.__dlpack_c_exchange_api__)

    def test_a_tensor_becomes_a_view_and_back(self):
        array = np.arange(6.0)
        before = sys.getrefcount(array)
        tensor, back = ctypes.c_void_p(), ctypes.py_object()
        view = texelscope.view(array)
        take = self.function(1, ctypes.py_object, ctypes.POINTER(ctypes.c_void_p))
        self.assertEqual(take(view, ctypes.byref(tensor)), 0)
        del view
        self.assertGreater(sys.getrefcount(array), before)
        self.assertEqual(self.function(2, ctypes.c_void_p, ctypes.POINTER(ctypes.py_object))(tensor, ctypes.byref(back)), 0)
        np.testing.assert_array_equal(np.from_dlpack(back.value), array)
        ctypes.pythonapi.Py_DecRef(back)
        del back
        gc.collect()
        self.assertEqual(sys.getrefcount(array), before)
        with self.assertRaises(TypeError):
            take(array, ctypes.byref(tensor))

    def test_a_read_only_view_is_not_exported(self):
        array = np.arange(6.0)
        array.flags.writeable = False
        with self.assertRaisesRegex(BufferError, "read-only"):
            texelscope._native._time_metadata(texelscope.view(array), "struct")

    def test_the_table_allocates_tensors_in_host_memory(self):
        class Tensor(ctypes.Structure):
            _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32),
                        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.c_void_p),
                        ("byte_offset", ctypes.c_uint64)]

        told = []
        on_error = ctypes.PYFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
        tell = on_error(lambda context, kind, message: told.append((kind, message)))
        allocate = self.function(0, ctypes.POINTER(Tensor), ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, on_error)
        shape = (ctypes.c_int64 * 2)(3, 4)
        made, back = ctypes.c_void_p(), ctypes.py_object()
        prototype = Tensor(None, (1, 0), 2, 2, 32, 1, shape, None, 0)
        self.assertEqual(allocate(prototype, ctypes.byref(made), None, tell), 0)
        self.function(2, ctypes.c_void_p, ctypes.POINTER(ctypes.py_object))(made, ctypes.byref(back))
        self.assertEqual((back.value.shape, back.value.dtype), ((3, 4), np.float32))
        ctypes.pythonapi.Py_DecRef(back)
        prototype.device = (2, 0)
        self.assertEqual(allocate(prototype, ctypes.byref(made), None, tell), -1)
        self.assertEqual(told[0][0], b"BufferError")


class Memory(unittest.TestCase):
    def test_a_buffer_is_viewed_with_a_layout(self):
        memory = bytearray(48)
        view = StridedMemoryView.from_buffer(memory, (2, 3), (1, 2), dtype=np.dtype(np.int32))
        view.copy_from(np.array([[1, 2, 3], [4, 5, 6]], np.int32))
        np.testing.assert_array_equal(np.frombuffer(memory, np.int32)[:6], [1, 4, 2, 5, 3, 6])
        with self.assertRaises(BufferError):
            memory.append(0)  # the view locks its size
        del view
        gc.collect()
        memory.append(0)
        self.assertTrue(StridedMemoryView.from_buffer(b"abcd", (4,), itemsize=1).readonly)
        for error, arguments, named in ((ValueError, ((100,),), dict(itemsize=1)), (ValueError, ((4,),), {}),
                                        (ValueError, ((4,),), dict(itemsize=2, dtype=np.dtype(np.uint8))),
                                        (ValueError, ((4,), (-1,)), dict(itemsize=1))):
            with self.subTest(named=named), self.assertRaises(error):
                StridedMemoryView.from_buffer(bytearray(8), *arguments, **named)
        with self.assertRaises(TypeError):
            StridedMemoryView.from_buffer(object(), (4,), itemsize=1)

    def test_elements_are_copied_between_any_layouts(self):
        source = np.arange(120, dtype=np.float32).reshape(4, 5, 6)
        target = np.zeros((6, 4, 5), np.float32)
        texelscope.view(target.transpose(1, 2, 0)).copy_from(texelscope.view(source))
        np.testing.assert_array_equal(target.transpose(1, 2, 0), source)
        texelscope.view(source[::-1]).copy_to(target.transpose(1, 2, 0))
        np.testing.assert_array_equal(target.transpose(1, 2, 0), source[::-1])
        with self.assertRaisesRegex(ValueError, "shape"):
            texelscope.view(target).copy_from(source)
        source.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only view"):
            texelscope.view(source).copy_from(source)
        with self.assertRaises(TypeError):
            texelscope.view(target).copy_from(target, allocator=object())


class PyTorch(unittest.TestCase):
    def test_no_part_of_pytorch_is_loaded(self):
        code = ("import sys, numpy, texelscope; texelscope.view(numpy.zeros(3)); "
                "print('torch' in sys.modules, 'libtorch' in open('/proc/self/maps').read())")
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
        self.assertEqual(told.split(), ["False", "False"])

    def test_a_module_named_torch_is_not_mistaken_for_pytorch(self):
        code = ("import sys, types, numpy, texelscope\n"
                "class Tensor:\n"
                "    def __dlpack__(self, **named): return numpy.zeros(3).__dlpack__()\n"
                "for version in ('1.13.1', '2.5', '9.0'):\n"
                "    sys.modules['torch'] = types.SimpleNamespace(Tensor=Tensor, __version__=version)\n"
                "    print(texelscope.view(Tensor()).shape)\n"
                "sys.modules['torch'] = types.SimpleNamespace()\n"
                "print(texelscope.view(Tensor()).shape)\n")
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        self.assertEqual(told.stdout.split(), ["(3,)"] * 4, told.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)

"""When a view reads a tensor's metadata, and views of memory without a known type or size."""

import ctypes
import gc
import itertools
import unittest

import require_numpy  # noqa: F401
import numpy as np
import texelscope
from texelscope import StridedLayout, StridedMemoryView

HOST, CUDA, VULKAN = 1, 2, 7


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class DLManagedTensor(ctypes.Structure):
    _fields_ = [("tensor", DLTensor), ("context", ctypes.c_void_p), ("deleter", DELETER)]


class Tensor:
    """Six 32-bit numbers with configurable metadata, which count how often they are released."""

    def __init__(self, shape=(2, 3), element=(2, 32, 1), device=(HOST, 0)):
        self.memory = np.arange(6, dtype=np.float32)
        self.device = device
        self.deletions = 0
        self.shape = (ctypes.c_int64 * max(len(shape), 1))(*shape)
        self.deleter = DELETER(lambda _: setattr(self, "deletions", self.deletions + 1))
        tensor = DLTensor(self.memory.ctypes.data, device, len(shape), *element, self.shape, None, 0)
        self.managed = DLManagedTensor(tensor, None, self.deleter)

    def __dlpack__(self, *, stream=None):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(ctypes.addressof(self.managed), b"dltensor", None)

    def __dlpack_device__(self):
        return self.device


class Reading(unittest.TestCase):
    def test_layout_and_type_are_read_on_request(self):
        four_bits, negative, no_number = Tensor(element=(2, 4, 1)), Tensor(shape=(2, -3)), Tensor(element=(3, 64, 1))
        for tensor, reason in ((four_bits, "not whole bytes"), (negative, "-3"), (no_number, "handles")):
            view = StridedMemoryView.from_dlpack(tensor)
            self.assertEqual((view.ptr, view.device_id, view.readonly), (tensor.memory.ctypes.data, -1, False))
            self.assertFalse(view.is_device_accessible)
            self.assertIs(view.exporting_obj, tensor)
            for ask in (lambda: view.shape, lambda: view.dtype, lambda: view._layout, lambda: view.size, lambda: view.view(),
                        lambda: repr(view), lambda: view.__dlpack__(), lambda: view.copy_from(np.zeros((2, 3), "f4"))):
                for _ in range(2):
                    with self.assertRaisesRegex(BufferError, reason):
                        ask()
            self.assertEqual(tensor.deletions, 0)
            del view
            gc.collect()
            self.assertEqual(tensor.deletions, 1)

    def test_the_device_of_the_memory_must_be_known_immediately(self):
        for device in ((VULKAN, 0), (HOST, 0), (0, 0)):
            tensor = Tensor(device=device)
            if device[0] == HOST:
                self.assertEqual(StridedMemoryView.from_dlpack(tensor).shape, (2, 3))
            else:
                with self.assertRaisesRegex(BufferError, f"type {device[0]}"):
                    StridedMemoryView.from_dlpack(tensor)
            gc.collect()
            self.assertEqual(tensor.deletions, 1)

    def test_metadata_is_unchanged_once_read(self):
        tensor = Tensor()
        view = StridedMemoryView.from_dlpack(tensor)
        tensor.shape[1] = 2  # not read yet: a DLPack producer must not change it
        self.assertEqual((view.shape, view.size), ((2, 2), 4))
        tensor.shape[1] = 3
        self.assertEqual((view.shape, view.strides, view.size), ((2, 2), None, 4))
        self.assertIs(view.dtype, view.dtype)
        self.assertEqual(view.dtype, np.float32)

    def test_a_view_that_was_never_read_keeps_the_memory(self):
        tensor = Tensor()
        view = StridedMemoryView.from_dlpack(tensor)
        gc.collect()
        back = np.from_dlpack(view)
        del view
        gc.collect()
        self.assertEqual(tensor.deletions, 0)
        np.testing.assert_array_equal(back, [[0, 1, 2], [3, 4, 5]])
        del back
        gc.collect()
        self.assertEqual(tensor.deletions, 1)

    def test_it_is_read_immediately_if_another_interface_may_apply(self):
        class Both(Tensor):
            @property
            def __array_interface__(self):
                return self.memory.__array_interface__

        view = texelscope.view(Both(shape=(-1,)))
        self.assertEqual((view.shape, view.dtype), ((6,), np.float32))
        with self.assertRaisesRegex(BufferError, "-1"):
            texelscope.view(Tensor(shape=(-1,)))

    def test_the_collector_sees_the_dtype(self):
        view = texelscope.view(np.zeros(3, np.float32))
        dtype = view.dtype
        self.assertTrue(any(found is dtype for found in gc.get_referents(view)))


class Buffer:
    """A Buffer with the attributes of cuda.core's, in host memory."""

    def __init__(self, array, size, memory_resource, offset=0):
        self.array, self.size, self.memory_resource = array, size, memory_resource
        self.handle = array.ctypes.data + offset
        self.device_id, self.is_host_accessible, self.is_device_accessible = -1, True, False


class OfBuffers(unittest.TestCase):
    def test_a_view_may_have_no_type(self):
        array = np.arange(6, dtype=np.float32)
        view = StridedMemoryView.from_buffer(array, (2, 3), itemsize=4)
        self.assertIsNone(view.dtype)
        self.assertEqual((view.shape, view._layout.itemsize, view.readonly), ((2, 3), 4, False))
        self.assertIn("no dtype", repr(view))
        with self.assertRaisesRegex(BufferError, "no dtype"):
            view.__dlpack__()
        # A view with a replaced layout has no type either, regardless of the itemsize; a type can be set at any time.
        wider = view.view(StridedLayout((3,), None, 8))
        self.assertIsNone(wider.dtype)
        typed = view.view(dtype=np.float32)
        self.assertEqual(typed.dtype, np.float32)
        np.testing.assert_array_equal(np.from_dlpack(typed), array.reshape(2, 3))
        with self.assertRaises(ValueError):
            view.view(dtype=np.float64)
        # The view's bytes can still be copied.
        target = np.zeros((2, 3), np.float32)
        view.copy_to(target)
        np.testing.assert_array_equal(target, array.reshape(2, 3))
        # A type of that many bytes is valid.
        self.assertEqual(texelscope.view(np.zeros(2, "V4")).dtype, np.dtype("V4"))

    def test_it_is_read_only_on_request(self):
        array = np.arange(6, dtype=np.float32)
        for arguments in itertools.product((dict(dtype=np.dtype("f4")), dict(itemsize=4)), (dict(), dict(is_readonly=True))):
            named = {**arguments[0], **arguments[1]}
            view = StridedMemoryView.from_buffer(array, (6,), **named)
            self.assertEqual(view.readonly, "is_readonly" in named)
            self.assertEqual(view.view(StridedLayout((3,), None, 4)).readonly, "is_readonly" in named)
            if view.readonly:
                with self.assertRaisesRegex(ValueError, "constant memory|read-only"):
                    view.copy_from(np.zeros(6, np.float32))

    def test_a_buffer_may_not_know_its_size(self):
        array = np.arange(8, dtype=np.float32)
        for size in (0, None):
            buffer = Buffer(array, size, memory_resource=None, offset=16)
            view = StridedMemoryView.from_buffer(buffer, (5,), (-1,), dtype=np.dtype("f4"))
            np.testing.assert_array_equal(np.from_dlpack(view), [4, 3, 2, 1, 0])
            self.assertIs(view.exporting_obj, buffer)
        # A resource knows the sizes of its allocations, and a caller knows the size that it specifies.
        for buffer in (Buffer(array, 0, memory_resource="any"), Buffer(array, 8, memory_resource=None)):
            with self.assertRaisesRegex(ValueError, f"the memory has {buffer.size}"):
                StridedMemoryView.from_buffer(buffer, (5,), dtype=np.dtype("f4"))

    def test_an_invalid_itemsize_is_rejected(self):
        for itemsize in (0, -1, 1 << 40):
            with self.assertRaises(ValueError):
                StridedMemoryView.from_buffer(bytearray(8), (1,), itemsize=itemsize)
        with self.assertRaises(TypeError):
            StridedMemoryView.from_buffer(bytearray(8), (1,), itemsize="4")


if __name__ == "__main__":
    # Prints skip reasons, for tools/summarize_tests.py.
    unittest.main(verbosity=2)

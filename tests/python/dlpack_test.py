"""The order between the work on a view and the work of its DLPack consumers."""

import ctypes
import gc
import sys
import time
import unittest

import require_numpy  # noqa: F401
import numpy
import texelscope
from texelscope import StridedMemoryView

HOST, CUDA, LEGACY, PER_THREAD = 1, 2, 1, 2
NOT_READY = 600


def open_driver():
    """The CUDA driver with a context of device 0; None if there is none."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    context = ctypes.c_void_p()
    is_open = not driver.cuInit(0) and not driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
    return driver if is_open and not driver.cuCtxSetCurrent(context) else None


DRIVER = open_driver()


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64)]


class DLManagedTensor(ctypes.Structure):
    _fields_ = [("tensor", DLTensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


def new_capsule():
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return new


class Bytes:
    """Bytes at an address of CUDA device 0."""

    def __init__(self, address, size):
        self.shape = (ctypes.c_int64 * 1)(size)
        self.managed = DLManagedTensor(DLTensor(address, (CUDA, 0), 1, 1, 8, 1, self.shape, None, 0), None, None)

    def __dlpack__(self, *, stream=None):
        return new_capsule()(ctypes.addressof(self.managed), b"dltensor", None)

    def __dlpack_device__(self):
        return (CUDA, 0)


def exchange_functions():
    """Functions of the exchange table: exporting a managed tensor, an unmanaged tensor, and the current work stream."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    table = (ctypes.c_void_p * 7).from_address(get(StridedMemoryView.__dlpack_c_exchange_api__, b"dlpack_exchange_api"))
    take = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.c_void_p))(table[3])
    borrow = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(DLTensor))(table[5])
    current = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(ctypes.c_void_p))(table[6])
    return take, borrow, current


class Deleted:
    """A byte of host memory, whose deleter runs Python."""

    def __init__(self, on_delete):
        self.data, self.shape = (ctypes.c_uint8 * 1)(), (ctypes.c_int64 * 1)(1)
        self.deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: on_delete())
        self.managed = DLManagedTensor(DLTensor(ctypes.addressof(self.data), (HOST, 0), 1, 1, 8, 1, self.shape, None, 0), None,
                                       ctypes.cast(self.deleter, ctypes.c_void_p))

    def __dlpack__(self, *, stream=None):
        return new_capsule()(ctypes.addressof(self.managed), b"dltensor", None)

    def __dlpack_device__(self):
        return (HOST, 0)


class Deleters(unittest.TestCase):
    def test_a_pending_exception_survives_the_deleter_of_a_temporary_view(self):
        deleted = []
        tensor = Deleted(lambda: deleted.append(len("any work")))
        for use in (lambda: texelscope.view(tensor).copy_from(1 / 0), lambda: (texelscope.view(tensor).__dlpack__(), 1 / 0),
                    lambda: (numpy.asarray(texelscope.view(tensor)), 1 / 0)):
            with self.assertRaises(ZeroDivisionError):
                use()
        gc.collect()
        self.assertEqual(len(deleted), 3)


class Streams(unittest.TestCase):
    """Tests without a driver: the addresses are never accessed."""

    def test_zero_and_other_numbers_are_not_streams(self):
        tensor = Bytes(0x10000, 64)
        view = texelscope.view(tensor, stream=0x7000)
        for stream in (0, -2, 1 << 70):
            with self.subTest(stream=stream), self.assertRaises(ValueError):
                view.__dlpack__(stream=stream)
        with self.assertRaises(TypeError):
            view.__dlpack__(stream="1")

    def test_one_stream_needs_no_order_and_minus_one_forbids_it(self):
        tensor = Bytes(0x10000, 64)
        view = texelscope.view(tensor, stream=0x7000)
        for stream in (0x7000, -1):
            self.assertIn("dltensor", repr(view.__dlpack__(stream=stream)))
        self.assertIn("dltensor", repr(texelscope.view(tensor, stream=LEGACY).__dlpack__()))

    def test_work_that_the_caller_orders_is_not_waited_for(self):
        tensor = Bytes(0x10000, 64)
        self.assertIn("dltensor", repr(texelscope.view(tensor, stream=-1).__dlpack__(stream=0x8000)))

    def test_numpy_cannot_read_it(self):
        view = texelscope.view(Bytes(0x10000, 64), stream=-1)
        for use in (numpy.asarray, numpy.array, lambda view: view.__array__("i4", copy=True)):
            with self.assertRaisesRegex(BufferError, "cuda:0.*copy_to"):
                use(view)

    @unittest.skipIf(DRIVER, "uses made-up addresses, which a driver would access")
    def test_an_impossible_order_is_an_error(self):
        tensor = Bytes(0x10000, 64)
        first = texelscope.view(tensor, stream=0x7000)
        for view in (first, first.view()):
            for arguments in ({}, {"stream": LEGACY}, {"stream": PER_THREAD}, {"stream": 0x8000}):
                with self.subTest(arguments=arguments), self.assertRaises(BufferError):
                    view.__dlpack__(**arguments)

    @unittest.skipIf(DRIVER, "uses made-up addresses, which a driver would access")
    def test_the_exchange_table_orders_its_tensors_after_the_views_work(self):
        tensor = Bytes(0x10000, 64)
        take, borrow, current = exchange_functions()
        stream, taken, borrowed = ctypes.c_void_p(1), ctypes.c_void_p(), DLTensor()
        self.assertEqual(current(CUDA, 0, ctypes.byref(stream)), 0)
        self.assertIsNone(stream.value)
        on_legacy, elsewhere = texelscope.view(tensor, stream=LEGACY), texelscope.view(tensor, stream=0x7000)
        self.assertEqual(borrow(on_legacy, ctypes.byref(borrowed)), 0)
        for give, out in ((take, taken), (borrow, borrowed)):
            with self.assertRaises(BufferError):
                give(elsewhere, ctypes.byref(out))


@unittest.skipUnless(DRIVER, "no GPU")
class OnCuda(unittest.TestCase):
    size = 1 << 16

    def setUp(self):
        self.producer, self.consumer = ctypes.c_void_p(), ctypes.c_void_p()
        self.memory, self.pinned = ctypes.c_uint64(), ctypes.c_void_p()
        for stream in (self.producer, self.consumer):
            self.call("cuStreamCreate", ctypes.byref(stream), 1)  # non-blocking
        self.call("cuMemAlloc_v2", ctypes.byref(self.memory), ctypes.c_size_t(self.size))
        self.call("cuMemHostAlloc", ctypes.byref(self.pinned), ctypes.c_size_t(self.size + 64), 3)
        self.gate = ctypes.c_uint32.from_address(self.pinned.value + self.size)
        self.gate.value = 0
        self.call("cuMemsetD8_v2", self.memory, 1, ctypes.c_size_t(self.size))
        self.call("cuCtxSynchronize")

    def tearDown(self):
        self.gate.value = 1
        self.call("cuCtxSynchronize")
        gc.collect()
        self.call("cuMemFree_v2", self.memory)
        self.call("cuMemFreeHost", self.pinned)
        for stream in (self.producer, self.consumer):
            self.call("cuStreamDestroy_v2", stream)

    def call(self, name, *arguments):
        status = getattr(DRIVER, name)(*arguments)
        self.assertEqual(status, 0, name)

    def view_with_work(self):
        """A view whose last work, on the producer's stream, waits for the gate."""
        view = texelscope.view(Bytes(self.memory.value, self.size), stream=self.producer.value)
        self.call("cuStreamWaitValue32_v2", self.producer, ctypes.c_uint64(self.pinned.value + self.size), ctypes.c_uint32(1), 0)
        self.call("cuMemsetD8Async", self.memory, 7, ctypes.c_size_t(self.size), self.producer)
        return view

    def read_on(self, stream):
        """The bytes that work on the stream reads, and whether the work waited for the gate."""
        self.call("cuMemcpyDtoHAsync_v2", self.pinned, self.memory, ctypes.c_size_t(self.size), stream)
        time.sleep(0.1)
        has_waited = DRIVER.cuStreamQuery(stream) == NOT_READY
        self.gate.value = 1
        self.call("cuStreamSynchronize", stream)
        return set(ctypes.string_at(self.pinned.value, self.size)), has_waited

    def test_the_consumers_stream_waits_for_the_views_work(self):
        capsule = self.view_with_work().__dlpack__(stream=self.consumer.value)
        self.assertEqual(self.read_on(self.consumer), ({7}, True))
        del capsule

    def test_no_stream_is_the_legacy_default_stream(self):
        capsule = self.view_with_work().__dlpack__()
        self.assertEqual(self.read_on(ctypes.c_void_p(LEGACY)), ({7}, True))
        del capsule

    def test_minus_one_orders_nothing(self):
        capsule = self.view_with_work().__dlpack__(stream=-1)
        self.assertEqual(self.read_on(self.consumer), ({1}, False))
        del capsule

    def test_the_exchange_table_orders_after_its_current_stream(self):
        take, borrow, current = exchange_functions()
        view, borrowed, stream = self.view_with_work(), DLTensor(), ctypes.c_void_p()
        self.assertEqual(borrow(view, ctypes.byref(borrowed)), 0)
        self.assertEqual(current(CUDA, 0, ctypes.byref(stream)), 0)
        self.assertEqual(self.read_on(stream), ({7}, True))

    def test_a_copy_on_another_stream_is_waited_for(self):
        target = texelscope.view(Bytes(self.memory.value, self.size // 2), stream=self.consumer.value)
        source = texelscope.view(Bytes(self.memory.value + self.size // 2, self.size // 2), stream=self.consumer.value)
        self.call("cuStreamWaitValue32_v2", self.producer, ctypes.c_uint64(self.pinned.value + self.size), ctypes.c_uint32(1), 0)
        self.call("cuMemsetD8Async", self.memory, 7, ctypes.c_size_t(self.size), self.producer)
        target.copy_from(source, self.producer.value, blocking=False)
        capsule = target.__dlpack__(stream=self.consumer.value)
        self.assertEqual(self.read_on(self.consumer), ({7}, True))
        del capsule


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])

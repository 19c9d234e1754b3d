"""Whatever an object's metadata, it is either viewed or rejected with a Python exception. TEXELSCOPE_FUZZ_SECONDS=600 runs longer, with
different objects."""

import ctypes
import os
import random
import sys
import time
import unittest

try:
    import numpy as np
except ImportError:
    print("no NumPy to share with")
    sys.exit(77)

import texelscope
from texelscope import StridedMemoryView

SECONDS = float(os.environ.get("TEXELSCOPE_FUZZ_SECONDS", "0"))
TOLD = (ValueError, TypeError, BufferError, NotImplementedError)
MEMORY = np.arange(4096, dtype=np.uint8)

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Random:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self):
        return self.random.choice((0, 1, 2, 3, 4, 8, -1, -4, 1 << 31, 1 << 62, -(1 << 63), (1 << 63) - 1, 1 << 64, 1 << 70,
                                   self.random.getrandbits(64)))

    def small(self):
        return self.number() if self.random.random() < 0.05 else self.random.randrange(5)

    def anything(self):
        return self.random.choice((None, "", "abc", b"x", 1.5, object(), (), [], {}, True, self.number(), float("nan"), [[1]]))

    def numbers(self, count=None):
        if count is None:
            count = self.random.choice((0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 64, 65, 70))
        return tuple(self.anything() if self.random.random() < 0.02 else self.small() for _ in range(count))

    def interface(self):
        shape = self.numbers()
        strides = self.numbers(None if self.random.random() < 0.1 else len(shape))
        entries = {"shape": shape, "strides": None if self.random.random() < 0.5 else strides,
                   "typestr": self.random.choice(("|u1", "|u1", "|i1", "|b1", "<f4", "|u1", ">i2", "<c16", "|O", "<U3", "|S0", "<M8[s]", "<V7", "f4", "<q", "")),
                   "data": (MEMORY.ctypes.data if self.random.random() < 0.8 else self.number(), bool(self.random.randrange(2))),
                   "version": self.random.choice((3,) * 12 + (2, 1, 0, 4)), "stream": self.random.choice((None,) * 8 + (0, 1, -1, 5)),
                   "descr": self.random.choice(([], [], [("", "|u1")], [("", "|u1")], [("a", "<f4")], [()]))}
        for key in list(entries):
            chance = self.random.random()
            if chance < 0.03:
                del entries[key]
            elif chance < 0.08:
                entries[key] = self.anything()
        return entries if self.random.random() > 0.02 else self.anything()

    def capsule(self):
        """A capsule, and the owners of the memory that it describes."""
        count = self.random.choice((0, 1, 2, 3, 4, 64))
        shape = (ctypes.c_int64 * max(count, 1))(*(ctypes.c_int64(self.small()).value for _ in range(count)))
        strides = (ctypes.c_int64 * max(count, 1))(*(ctypes.c_int64(self.small()).value for _ in range(count)))
        tensor = Tensor(MEMORY.ctypes.data if self.random.random() < 0.9 else None,
                        (self.random.choice((1,) * 12 + (2, 3, 13, 0, -5)), self.random.choice((0, 0, 3, -1))),
                        count if self.random.random() < 0.9 else self.random.choice((-1, 65, 1 << 30)),
                        self.random.choice((0, 1, 1, 2, 2, self.random.randrange(20))), self.random.choice((8, 8, 16, 16, 32, 32, 64, 4, 0, 7)), self.random.choice((1, 1, 2, 0)),
                        shape if self.random.random() < 0.95 else None, strides if self.random.random() < 0.5 else None,
                        self.random.choice((0,) * 9 + (8, (1 << 64) - 1)))
        managed = Managed(tensor, None, None)
        name = self.random.choice((b"dltensor",) * 8 + (b"used_dltensor", b"tensor"))
        return new_capsule(ctypes.addressof(managed), name, None), (managed, shape, strides, name)


class Object:
    """An object with some of the interfaces, each with arbitrary contents."""

    def __init__(self, source):
        self.kept = None
        kind = source.random.choice((0, 0, 1, 2, 2, 3))
        if kind == 0:
            self.__array_interface__ = source.interface()
        elif kind == 1:
            self.__cuda_array_interface__ = source.interface()
        else:
            capsule, self.kept = source.capsule()
            answer = capsule if kind == 2 else source.anything()
            self.__dlpack__ = lambda **named: answer
            if source.random.random() < 0.2:
                device = source.random.choice(((1, 0), (2, 0), (1,), None, ("a", "b"), (1 << 40, 0)))
                self.__dlpack_device__ = lambda: device


class Whatever(unittest.TestCase):
    def test_it_is_viewed_or_rejected(self):
        source = Random(None if SECONDS else 1)
        end = time.monotonic() + SECONDS
        viewed = refused = 0
        while viewed + refused < 3000 or time.monotonic() < end:
            thing = Object(source)
            stream = source.random.choice((-1,) * 8 + (None, 1, source.anything()))
            way = source.random.choice((texelscope.view, texelscope.view, texelscope.view, StridedMemoryView.from_dlpack, StridedMemoryView.from_array_interface,
                                        StridedMemoryView.from_cuda_array_interface))
            try:
                view = way(thing, stream)
                self.assertIsInstance(repr(view), str)
                self.assertEqual(len(view.shape), view._layout.ndim)
                viewed += 1
            except TOLD:
                refused += 1
        self.assertGreater(viewed, 100)
        self.assertGreater(refused, 100)
        print(f"{viewed} viewed, {refused} refused")


if __name__ == "__main__":
    unittest.main()

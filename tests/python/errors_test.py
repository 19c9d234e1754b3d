"""Objects that cannot be viewed, and invalid arguments: each error has the documented type and one line with a remedy."""

import ctypes
import sys
import unittest

try:
    import numpy as np
except ImportError:
    print("no NumPy to reject")
    sys.exit(77)

import texelscope
from texelscope import StridedMemoryView, ViewableArgument

HOST = 1
FLOAT, FLOAT4 = 2, 17


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64)]


class DLManagedTensor(ctypes.Structure):
    _fields_ = [("tensor", DLTensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Tensor:
    """Bytes with an element type of DLPack."""

    def __init__(self, *element, shape=(4,)):
        self.memory, self.shape = np.zeros(16, np.uint8), (ctypes.c_int64 * len(shape))(*shape)
        tensor = DLTensor(self.memory.ctypes.data, (HOST, 0), len(shape), *element, self.shape, None, 0)
        self.managed = DLManagedTensor(tensor, None, None)

    def __dlpack__(self, *, stream=None):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(ctypes.addressof(self.managed), b"dltensor", None)

    def __dlpack_device__(self):
        return (HOST, 0)


class Interface:
    """An array interface with changes."""

    def __init__(self, **changes):
        self.array = np.zeros((2, 3))
        self.__array_interface__ = {**self.array.__array_interface__, **changes}


class OnCuda:
    """Claims to be in GPU memory, which is never accessed."""

    def __dlpack__(self, *, stream=None):
        return np.zeros(3).__dlpack__()

    def __dlpack_device__(self):
        return (2, 0)


class Stream:
    """A stream object whose protocol method returns or raises this."""

    def __init__(self, answer):
        self.answer = answer

    def __cuda_stream__(self):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


# Functions that take an array; each also gets an array that is valid.
ENTRIES = {
    "view": lambda wrong, right: texelscope.view(wrong),
    "constructor": lambda wrong, right: StridedMemoryView(wrong),
    "from_any_interface": lambda wrong, right: StridedMemoryView.from_any_interface(wrong),
    "from_dlpack": lambda wrong, right: StridedMemoryView.from_dlpack(wrong),
    "from_array_interface": lambda wrong, right: StridedMemoryView.from_array_interface(wrong),
    "copy_from": lambda wrong, right: texelscope.view(right).copy_from(wrong),
    "copy_to": lambda wrong, right: texelscope.view(right).copy_to(wrong),
    "argument": lambda wrong, right: ViewableArgument(wrong),
    "texels": lambda wrong, right: texelscope.sample(wrong, right),
    "coords": lambda wrong, right: texelscope.sample(right, wrong),
    "expected": lambda wrong, right: texelscope.compare(wrong, right),
    "actual": lambda wrong, right: texelscope.compare(right, wrong),
    "input": lambda wrong, right: texelscope.render("image", input=wrong, size=(4, 4)),
    "show": lambda wrong, right: texelscope.show(right, wrong, block=False),
    # The fixture's first step.
    "image_regression": lambda wrong, right: texelscope.comparison._load(wrong, "the image"),
}


class Errors(unittest.TestCase):
    def check(self, error, parts, function):
        with self.assertRaises(error) as raised:
            function()
        text = str(raised.exception)
        self.assertNotIn("\n", text)
        for part in parts:
            self.assertIn(part, text)
        return raised.exception


class OfSharing(Errors):
    def test_elements_that_cannot_be_shared_are_a_buffer_error(self):
        fields = np.zeros(3, [("a", "f4"), ("b", "i2")])
        for array, part in ((np.zeros(3, object), "Python objects"), (np.zeros(3, ">f4"), "byte order"),
                            (fields["a"], "not a multiple of the itemsize"), (fields, "fields"), (fields[["b"]], "fields")):
            for view_of in (texelscope.view, StridedMemoryView, StridedMemoryView.from_array_interface):
                self.check(BufferError, [part], lambda: view_of(array))
            self.check(BufferError, [part], lambda: texelscope.sample(array, np.zeros((1, 1), "f4")))
        for tensor, part in ((Tensor(FLOAT4, 4, 1), "whole bytes"), (Tensor(3, 64, 1), "handles"), (Tensor(99, 8, 1), "99"),
                             (Tensor(FLOAT, 32, 1, shape=(-1,)), "-1")):
            self.check(BufferError, [part], lambda: texelscope.view(tensor))
            view = StridedMemoryView.from_dlpack(tensor)
            for use in (lambda: view.shape, lambda: view.__dlpack__(), lambda: view.copy_to(np.zeros(4, "f4")),
                        lambda: texelscope.compare(view, np.zeros(4, "f4"))):
                self.check(BufferError, [part], use)

    def test_elements_without_a_type_in_dlpack_are_a_buffer_error(self):
        get = ctypes.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
        table = (ctypes.c_void_p * 7).from_address(get(StridedMemoryView.__dlpack_c_exchange_api__, b"dlpack_exchange_api"))
        out = ctypes.create_string_buffer(256)
        for code in ("V4", "M8[s]", "S3", "U2"):
            view = texelscope.view(np.zeros(3, code))
            for version in (None, (1, 0)):
                self.check(BufferError, ["DLPack has no type"], lambda: view.__dlpack__(max_version=version))
            for index in (3, 5):
                give = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p)(table[index])
                self.check(BufferError, ["DLPack has no type"], lambda: give(view, out))

    def test_an_interface_that_describes_no_memory_is_a_buffer_error(self):
        for changes in (dict(shape=(-1,)), dict(version=2), dict(data=5), dict(data=(0, False)), dict(data=("a", False)),
                        dict(typestr="<q9"), dict(typestr=8), dict(strides=(1,)), dict(shape="ab"), dict(shape=(2.5,)), dict(stream=-1)):
            with self.subTest(changes=changes):
                self.check(BufferError, [], lambda: StridedMemoryView.from_array_interface(Interface(**changes)))
        incomplete = Interface()
        del incomplete.__array_interface__["version"]
        self.check(BufferError, ["needs version"], lambda: texelscope.view(incomplete))

        class Device(OnCuda):
            def __dlpack_device__(self):
                return 2

        self.check(BufferError, ["must return (type, number)"], lambda: texelscope.view(Device(), -1))

    def test_fields_are_not_bytes(self):
        array = np.zeros(3, np.float32)
        for dtype in ([("a", "f4")], {"names": ["a"], "formats": ["f4"]}, ("u1", 4), ("u1", (2, 2))):
            self.check(ValueError, ["V4"], lambda: texelscope.view(array).view(dtype=dtype))
            self.check(ValueError, ["V4"], lambda: StridedMemoryView.from_buffer(array, (3,), dtype=dtype))
        self.assertEqual(texelscope.view(array).view(dtype="V4").dtype, np.dtype("V4"))
        self.check(ValueError, ["byte order"], lambda: texelscope.view(array).view(dtype=">f4"))


class OfArrays(Errors):
    def test_masked_arrays_are_rejected_by_every_function(self):
        right = np.zeros((2, 2), np.float32)
        for masked in (np.ma.array(right, mask=[[0, 1], [0, 0]]), np.ma.array(right), np.ma.masked):
            for name, use in ENTRIES.items():
                with self.subTest(entry=name):
                    self.check(BufferError, [".data", ".filled("], lambda: use(masked, right.copy()))
            self.check(BufferError, [".data", ".filled("],
                       lambda: StridedMemoryView.from_buffer(masked, (2, 2), dtype=np.dtype("f4")))

    def test_what_is_no_array_is_rejected_with_what_to_pass(self):
        right = np.zeros((2, 2), np.float32)
        for wrong in ([[0.0, 1.0]], (1, 2), 7, object(), b"bytes"):
            for name, use in ENTRIES.items():
                with self.subTest(entry=name, wrong=wrong):
                    self.check(BufferError, [type(wrong).__name__, "numpy.asarray("], lambda: use(wrong, right.copy()))

    def test_a_picture_of_three_channels_is_not_read_as_a_volume(self):
        picture = np.zeros((6, 7, 3), np.uint8)
        for columns in (2, 3, 4):
            coords = np.zeros((5, columns), np.float32)
            for options in ({}, {"dims": 2}, {"kind": "plain"}):
                for texels in (picture, texelscope.view(picture)):
                    self.check(ValueError, ["(6, 7, 3)", "alpha", "dims=3"], lambda: texelscope.sample(texels, coords, **options))
        coords = np.zeros((5, 3), np.float32)
        self.assertEqual(texelscope.sample(picture, coords, dims=3).shape, (5, 1))
        self.assertEqual(texelscope.sample(picture[..., :2], coords[:, :2]).shape, (5, 2))
        self.assertEqual(texelscope.sample(picture, coords, kind="layered").shape, (5, 1))


class OfStreams(Errors):
    def test_a_malformed_stream_object_is_rejected_with_what_to_pass(self):
        for answer in (5, None, "ab", (), (0,), (0, 1, 2), ("a", "b"), (0, "x"), (0, None), (None, 1), {0: 1}, np.zeros((2, 2))):
            with self.subTest(answer=answer):
                self.check(TypeError, ["__cuda_stream__ of Stream", "(0, handle)", "CUstream"],
                           lambda: texelscope.view(OnCuda(), stream=Stream(answer)))
        for answer in ((1, 5), (-1, 5), (0, -1), (0, 1 << 70), (1 << 70, 5)):
            with self.subTest(answer=answer):
                self.check(ValueError, ["__cuda_stream__ of Stream", "(0, handle)", "CUstream"],
                           lambda: texelscope.view(OnCuda(), stream=Stream(answer)))
        for answer in ((0, 5), [0, 5]):
            self.assertEqual(texelscope.view(OnCuda(), stream=Stream(answer)).shape, (3,))

    def test_an_error_of_a_stream_object_is_the_cause(self):
        error = ZeroDivisionError("two\nlines")
        found = self.check(ValueError, ["__cuda_stream__ of Stream raised ZeroDivisionError", "CUstream"],
                           lambda: texelscope.view(OnCuda(), stream=Stream(error)))
        self.assertIs(found.__cause__, error)
        with self.assertRaises(KeyboardInterrupt):
            texelscope.view(OnCuda(), stream=Stream(KeyboardInterrupt()))

        class Property:
            @property
            def __cuda_stream__(self):
                raise error

        for stream in (Property(), Stream):
            self.check(ValueError, ["__cuda_stream__ of", "CUstream"], lambda: texelscope.view(OnCuda(), stream=stream))

    def test_other_objects_are_not_streams(self):
        for stream in ("1", 1.0, [1], object()):
            self.check(TypeError, [type(stream).__name__, "CUstream"], lambda: texelscope.view(OnCuda(), stream=stream))

    def test_it_has_one_name(self):
        array = np.zeros(3)
        for function in (texelscope.view, StridedMemoryView, StridedMemoryView.from_any_interface, StridedMemoryView.from_dlpack,
                         StridedMemoryView.from_array_interface, lambda array, **named: ViewableArgument(array).view(**named)):
            self.assertEqual(function(array, stream=1).shape, (3,))
            with self.assertRaises(TypeError):
                function(array, stream_ptr=1)


if __name__ == "__main__":
    unittest.main(verbosity=1)

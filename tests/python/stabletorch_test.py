"""All constructors of views of a PyTorch tensor use PyTorch's stable functions; tested with a stand-in for PyTorch, on any machine."""

import ctypes
import os
import sys
import types
import unittest

import require_numpy  # noqa: F401
import numpy as np
import texelscope
from texelscope import StridedMemoryView, ViewableArgument

LIBRARIES = [ctypes.CDLL(os.environ[f"TEXELSCOPE_FAKE_TORCH_{part}"]) for part in ("CPU", "CUDA")]
# Numbers of the fake PyTorch (tests/support/fake_torch_cpu.cpp).
CPU, CUDA, STRIDED, FLOAT32, COMPLEX64 = 20, 21, 5, 40, 43
# PyTorch's work streams: the default stream on device 0, and a different stream on device 1.
CURRENT = {0: 0, 1: 0x5000}

try:
    HAS_DRIVER = not ctypes.CDLL("libcuda.so.1").cuInit(0)
except OSError:
    HAS_DRIVER = False


class Tensor(ctypes.Structure):
    """A Python object with a pointer to the tensor's implementation after its header: PyTorch stores the tensor there, ctypes its
    structure. It matches FakeTensor of tests/support/fake_torch.h."""

    _fields_ = [("data", ctypes.c_void_p), ("ndim", ctypes.c_int64), ("sizes", ctypes.c_int64 * 4), ("strides", ctypes.c_int64 * 4),
                ("dtype", ctypes.c_int32), ("device_type", ctypes.c_int32), ("device", ctypes.c_int32), ("layout", ctypes.c_int32),
                ("is_broken", ctypes.c_bool)]

    requires_grad = has_negative_bit = has_conjugate_bit = False

    @classmethod
    def of(cls, array, device=None):
        strides = [stride // array.itemsize for stride in array.strides]
        tensor = cls(array.ctypes.data, array.ndim, tuple(array.shape), tuple(strides), FLOAT32, CPU if device is None else CUDA,
                     device or 0, STRIDED, False)
        tensor.array = array
        tensor.asked = []
        return tensor

    @property
    def _cdata(self):
        return ctypes.addressof(self)

    def is_neg(self):
        return self.has_negative_bit

    def is_conj(self):
        return self.has_conjugate_bit

    def __dlpack__(self, **named):
        self.asked.append("__dlpack__")
        if self.requires_grad:
            raise BufferError("requires a gradient")
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        self.asked.append("__dlpack_device__")
        return (1, 0)

    @property
    def __cuda_array_interface__(self):
        self.asked.append("__cuda_array_interface__")
        raise AttributeError("not of this tensor")


class Parameter(Tensor):
    pass


sys.modules["torch"] = types.SimpleNamespace(Tensor=Tensor, nn=types.SimpleNamespace(Parameter=Parameter), __version__="2.5.1+standin")

WAYS = {
    "view": lambda tensor, *stream: texelscope.view(tensor, *stream),
    "view, named": lambda tensor, *stream: texelscope.view(tensor, **dict(zip(["stream"], stream))),
    "view, all named": lambda tensor, *stream: texelscope.view(obj=tensor, **dict(zip(["stream"], stream))),
    "argument": lambda tensor, *stream: ViewableArgument(tensor).view(*stream),
}
for name, function in {"constructor": StridedMemoryView, "from_any_interface": StridedMemoryView.from_any_interface,
                       "from_dlpack": StridedMemoryView.from_dlpack,
                       "from_cuda_array_interface": StridedMemoryView.from_cuda_array_interface,
                       "from_array_interface": StridedMemoryView.from_array_interface}.items():
    WAYS[name] = function
    WAYS[name + ", named"] = lambda tensor, *stream, call=function: call(tensor, **dict(zip(["stream"], stream)))
    WAYS[name + ", all named"] = lambda tensor, *stream, call=function: call(obj=tensor, **dict(zip(["stream"], stream)))


class OfPyTorch(unittest.TestCase):
    def test_each_constructor_uses_the_stable_functions(self):
        array = np.arange(24, dtype=np.float32).reshape(2, 3, 4)[:, ::-1, 1:3]
        for kind in (Tensor, Parameter):
            for way, view_of in WAYS.items():
                for stream in ((), (-1,), (0,), (1,)):
                    with self.subTest(kind=kind, way=way, stream=stream):
                        tensor = kind.of(array)
                        view = view_of(tensor, *stream)
                        self.assertEqual(tensor.asked, [])
                        self.assertEqual((view.ptr, view.shape, view.strides), (array.ctypes.data, (2, 3, 2), (12, -4, 1)))
                        self.assertEqual((view.dtype, view.device_id, view.readonly), (np.float32, -1, False))
                        self.assertIs(view.exporting_obj, tensor)
                        np.testing.assert_array_equal(np.from_dlpack(view), array)

    def test_dlpack_provides_what_the_functions_do_not_report(self):
        array = np.zeros((2, 3), np.float32)

        def spoiled(**changes):
            tensor = Tensor.of(array)
            for key, value in changes.items():
                setattr(tensor, key, value)
            return tensor

        for changes, error in (({"requires_grad": True}, BufferError), ({"has_negative_bit": True}, BufferError),
                               ({"has_conjugate_bit": True, "dtype": COMPLEX64}, BufferError), ({"layout": 6}, None),
                               ({"dtype": 1000}, None), ({"device_type": 22}, None), ({"is_broken": True}, None)):
            for way, view_of in WAYS.items():
                if "cuda_array" in way:
                    continue
                with self.subTest(changes=changes, way=way):
                    tensor = spoiled(**changes)
                    if error:
                        with self.assertRaises(error):
                            view_of(tensor)
                    else:
                        self.assertEqual(view_of(tensor).ptr, array.ctypes.data)
                        self.assertIn("__dlpack__", tensor.asked)
            tensor = spoiled(**changes)
            with self.assertRaises(BufferError):
                StridedMemoryView.from_cuda_array_interface(tensor, -1)

    def test_a_subclass_of_tensor_is_viewed_through_its_protocol(self):
        class Own(Tensor):
            pass

        tensor = Own.of(np.zeros(3, np.float32))
        self.assertEqual(texelscope.view(tensor).shape, (3,))
        self.assertIn("__dlpack__", tensor.asked)

    def test_shape_and_strides_are_the_current_ones(self):
        for way, view_of in WAYS.items():
            tensor = Tensor.of(np.zeros((2, 3), np.float32))
            view = view_of(tensor)
            tensor.sizes[0], tensor.strides[0], tensor.ndim = 40, 50, 4
            self.assertEqual((view.shape, view.strides), ((2, 3), (3, 1)), way)

    def test_a_wrong_argument_is_reported(self):
        tensor = Tensor.of(np.zeros(3, np.float32))
        for way in ("from_dlpack", "from_cuda_array_interface", "from_array_interface", "constructor"):
            with self.assertRaises(TypeError):
                WAYS[way](tensor, "1")
            with self.assertRaises(ValueError):
                WAYS[way](tensor, -2)
            with self.assertRaises(TypeError):
                WAYS[way](tensor, 1, 2)
            with self.assertRaises(TypeError):
                WAYS[way](None)
        for call in (StridedMemoryView, StridedMemoryView.from_dlpack):
            with self.assertRaises(TypeError):
                call()
            with self.assertRaises(TypeError):
                call(tensor, stream_ptr=1)


class OfAGpu(unittest.TestCase):
    """Tensors on CUDA devices, whose memory is never accessed."""

    def test_each_constructor_requires_a_stream(self):
        for way, view_of in WAYS.items():
            tensor = Tensor.of(np.zeros(3, np.float32), device=1)
            with self.subTest(way=way), self.assertRaisesRegex(BufferError, "cuda:1; pass stream="):
                view_of(tensor)
            view = view_of(tensor, -1)
            self.assertEqual((view.device_id, view.is_device_accessible, tensor.asked), (1, True, []))

    def test_0_is_pytorchs_default_stream(self):
        # Work on PyTorch's own stream needs no ordering, and thus no driver.
        for way, view_of in WAYS.items():
            for device, streams in {0: (0, 1), 1: (CURRENT[1],)}.items():
                for stream in streams:
                    with self.subTest(way=way, device=device, stream=stream):
                        tensor = Tensor.of(np.zeros(3, np.float32), device=device)
                        view = view_of(tensor, stream)
                        self.assertEqual((view.device_id, tensor.asked), (device, []))
                        # The view stores the stream of its work, so a consumer on the same stream does not need to
                        # wait.
                        self.assertIn("dltensor", repr(view.__dlpack__(stream=stream or 1)))

    @unittest.skipIf(HAS_DRIVER, "uses made-up addresses, which a driver would access")
    def test_another_stream_must_wait(self):
        for way, view_of in WAYS.items():
            for device, stream in ((0, 0x7000), (1, 0), (1, 1)):
                with self.subTest(way=way, device=device, stream=stream), self.assertRaises(BufferError):
                    view_of(Tensor.of(np.zeros(3, np.float32), device=device), stream)
            view = view_of(Tensor.of(np.zeros(3, np.float32), device=0), 0)
            with self.assertRaises(BufferError):
                view.__dlpack__(stream=0x8000)


if __name__ == "__main__":
    # Prints skip reasons, for tools/summarize_tests.py.
    unittest.main(verbosity=2)

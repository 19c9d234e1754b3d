"""texelscope.view of PyTorch tensors: every dtype and shape, rejected tensors, and stream ordering."""

import gc
import pathlib
import sys
import unittest
import weakref

try:
    import torch
except ImportError:
    print("no PyTorch to share with")
    sys.exit(77)

import texelscope
from texelscope import StridedLayout, StridedMemoryView

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from bench_python import cheapest

DEVICES = ["cpu"] + (["cuda"] if torch.cuda.is_available() else [])
# The names in the view, where they differ from those of PyTorch's dtypes.
NAMES = {"float4_e2m1fn_x2": "float4_e2m1fnx2"}
DTYPES = [name for name in ("bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16",
                            "float32", "float64", "bfloat16", "complex32", "complex64", "complex128", "float8_e4m3fn",
                            "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn_x2")
          if hasattr(torch, name)]


def ways():
    """The constructors of views, through PyTorch's stable functions if supported, otherwise through DLPack."""
    return {"view": lambda tensor: texelscope.view(tensor, stream=-1),
            "from_any_interface": lambda tensor: StridedMemoryView.from_any_interface(tensor, stream=-1),
            "constructor": lambda tensor: StridedMemoryView(tensor, -1),
            "from_dlpack": lambda tensor: StridedMemoryView.from_dlpack(tensor, -1)}


def stable_ways():
    """The constructors that need PyTorch's stable functions to accept every tensor."""
    return {"from_array_interface": lambda tensor: StridedMemoryView.from_array_interface(tensor, -1),
            "from_cuda_array_interface": lambda tensor: StridedMemoryView.from_cuda_array_interface(tensor, -1)}


def are_functions_stable():
    return (2, 3) <= tuple(int(part) for part in torch.__version__.split(".")[:2]) <= (2, 11)


class OfPyTorch(unittest.TestCase):
    def same(self, view, tensor):
        self.assertEqual(view.ptr, tensor.data_ptr() if tensor.numel() else view.ptr)
        self.assertEqual(view.shape, tuple(tensor.shape))
        self.assertEqual(view._layout.itemsize, tensor.element_size())
        # PyTorch's DLPack writes a stride of 1 for extents of 0 or 1.
        for extent, stride, expected in zip(view.shape, view.strides, tensor.stride()):
            self.assertTrue(extent < 2 or stride == expected, (view.strides, tensor.stride()))
        self.assertEqual(view.device_id, tensor.get_device())
        self.assertEqual(view.is_device_accessible, tensor.is_cuda)
        self.assertFalse(view.readonly)
        self.assertIs(view.exporting_obj, tensor)

    def test_every_dtype(self):
        for device in DEVICES:
            for name in DTYPES:
                tensor = torch.zeros(48, dtype=torch.uint8, device=device)
                for way, view_of in ways().items():
                    with self.subTest(device=device, dtype=name, way=way):
                        try:
                            typed = tensor.view(getattr(torch, name))
                            typed.__dlpack__()
                        except (RuntimeError, BufferError, NotImplementedError):
                            self.skipTest("PyTorch does not export it")
                        view = view_of(typed)
                        self.same(view, typed)
                        self.assertIn(" " + NAMES.get(name, name) + ",", repr(view))

    def test_slices_transposes_expansions_scalars_and_nothing(self):
        for device in DEVICES:
            base = torch.arange(120, dtype=torch.int16, device=device).reshape(4, 5, 6)
            shapes = {"sliced": base[1:, ::2, 1:5], "transposed": base.permute(2, 0, 1), "expanded": base[0].expand(7, 5, 6),
                      "scalar": base[2, 3, 4], "empty": base[:0], "one": base[1:2, 2:3], "flat": base.reshape(-1)}
            for name, tensor in shapes.items():
                for way, view_of in {**ways(), **(stable_ways() if are_functions_stable() else {})}.items():
                    with self.subTest(device=device, name=name, way=way):
                        self.same(view_of(tensor), tensor)

    def test_the_memory_is_shared_and_kept_alive(self):
        for device in DEVICES:
            tensor = torch.arange(6, dtype=torch.float32, device=device)
            gone = weakref.ref(tensor)
            back = torch.from_dlpack(texelscope.view(tensor, -1).view(StridedLayout((3,), (2,), 4)))
            tensor[4] = -7
            self.assertEqual(back.tolist(), [0, 2, -7])
            pointer = tensor.data_ptr()
            del tensor
            gc.collect()
            self.assertIsNotNone(gone())
            self.assertEqual(back.data_ptr(), pointer)
            del back
            gc.collect()
            self.assertIsNone(gone())

    def test_every_constructor_rejects_what_dlpack_rejects(self):
        complex_tensor = torch.zeros(2, dtype=torch.complex64)
        refused = {"requires a gradient": torch.zeros(2, requires_grad=True),
                   "parameter": torch.nn.Parameter(torch.zeros(2)),
                   "conjugate": complex_tensor.conj(), "negative": complex_tensor.conj().imag,
                   "sparse": torch.eye(3).to_sparse(), "meta": torch.zeros(2, device="meta")}
        for name, tensor in refused.items():
            for way, view_of in ways().items():
                # PyTorch before 2.9 raises its own errors.
                with self.subTest(name=name, way=way), self.assertRaises((BufferError, RuntimeError, ValueError)):
                    view_of(tensor)
        detached = refused["parameter"].detach()
        self.same(texelscope.view(detached), detached)

    def test_a_subclass_of_tensor_is_viewed_through_its_protocol(self):
        asked = []

        class Own(torch.Tensor):
            def __dlpack__(self, *positional, **named):
                asked.append(named)
                return torch.Tensor.__dlpack__(self.as_subclass(torch.Tensor), *positional)

        tensor = torch.zeros(3).as_subclass(Own)
        self.assertEqual(texelscope.view(tensor).shape, (3,))
        self.assertTrue(asked)

    def test_growing_a_tensor_does_not_change_the_shape_of_its_view(self):
        for way, view_of in ways().items():
            tensor = torch.zeros(2, 3)
            view = view_of(tensor)
            tensor.resize_(4, 5)
            self.assertEqual((view.shape, view.strides), ((2, 3), (3, 1)), way)

    def test_every_constructor_is_as_fast_as_the_fastest(self):
        tensor = torch.zeros(2, 3, 4)
        self.same(StridedMemoryView.from_array_interface(tensor, -1), tensor)  # through DLPack if the functions are unsupported
        if not are_functions_stable():
            return
        fastest = cheapest(lambda: texelscope.view(tensor, -1), rounds=9, repetitions=5000)
        for way, view_of in {**ways(), **stable_ways()}.items():
            # The DLPack protocol takes five times as long.
            self.assertLess(cheapest(lambda: view_of(tensor), rounds=9, repetitions=5000), 2 * fastest + 100, way)

    @unittest.skipUnless(torch.cuda.is_available(), "no GPU")
    def test_tensors_rejected_on_a_gpu_are_not_viewed_by_their_array_interface(self):
        complex_tensor = torch.zeros(2, dtype=torch.complex64, device="cuda")
        for tensor in (complex_tensor.conj(), complex_tensor.conj().imag, torch.zeros(2, device="cuda", requires_grad=True)):
            for view_of in (*ways().values(), lambda tensor: StridedMemoryView.from_cuda_array_interface(tensor, -1)):
                with self.assertRaises((BufferError, RuntimeError)):
                    view_of(tensor)


@unittest.skipUnless(torch.cuda.is_available(), "no GPU")
class OrderOfStreams(unittest.TestCase):
    """The producer sleeps on its stream and then writes; a consumer that does not wait reads the old contents."""

    def read_on_another_stream(self, view_of):
        tensor = torch.zeros(1 << 20, device="cuda")
        read = torch.empty_like(tensor)
        producer, consumer = torch.cuda.Stream(), torch.cuda.Stream()
        torch.cuda.synchronize()
        with torch.cuda.stream(producer):
            torch.cuda._sleep(400_000_000)
            tensor.fill_(7)
            view = view_of(tensor, consumer.cuda_stream)
        target = texelscope.view(read, -1)
        target.copy_from(view, consumer.cuda_stream, blocking=False)
        consumer.synchronize()
        torch.cuda.synchronize()
        return read[0].item(), read[-1].item()

    def test_the_consumers_stream_waits_for_pytorchs(self):
        for name, view_of in {"view": texelscope.view, "from_any_interface": StridedMemoryView.from_any_interface,
                              "from_dlpack": StridedMemoryView.from_dlpack, "constructor": StridedMemoryView,
                              "from_cuda_array_interface": StridedMemoryView.from_cuda_array_interface}.items():
            with self.subTest(way=name):
                self.assertEqual(self.read_on_another_stream(view_of), (7, 7))

    def test_0_is_the_default_stream_as_in_pytorch(self):
        tensor = torch.zeros(1 << 20, device="cuda")
        read = torch.empty_like(tensor)
        producer = torch.cuda.Stream()
        self.assertEqual(torch.cuda.default_stream().cuda_stream, 0)
        torch.cuda.synchronize()
        with torch.cuda.stream(producer):
            torch.cuda._sleep(400_000_000)
            tensor.fill_(7)
            view = texelscope.view(tensor, torch.cuda.default_stream().cuda_stream)
        texelscope.view(read, 0).copy_from(view, 0, blocking=False)
        torch.cuda.synchronize()
        self.assertEqual((read[0].item(), read[-1].item()), (7, 7))

    def test_without_the_order_the_old_values_are_read(self):
        self.assertEqual(self.read_on_another_stream(lambda tensor, stream: texelscope.view(tensor, -1)), (0, 0))

    def test_gpu_memory_requires_a_stream(self):
        tensor = torch.zeros(3, device="cuda")
        for view_of in (texelscope.view, StridedMemoryView.from_dlpack, StridedMemoryView.from_cuda_array_interface):
            with self.assertRaisesRegex(BufferError, "stream=-1"):
                view_of(tensor)
        self.assertEqual(texelscope.view(tensor, stream=torch.cuda.current_stream()).shape
                         if hasattr(torch.cuda.Stream, "__cuda_stream__") else (3,), (3,))

    def test_copies_between_host_and_gpu(self):
        on_gpu = torch.zeros(3, 5, device="cuda")
        on_host = torch.arange(15, dtype=torch.float32).reshape(5, 3).t()
        texelscope.view(on_gpu, -1).copy_from(on_host, 1)
        self.assertTrue(torch.equal(on_gpu.cpu(), on_host))
        back = torch.zeros(5, 3).t()
        texelscope.view(on_gpu, -1).copy_to(back, 1)
        self.assertTrue(torch.equal(back, on_host))


class Versions(unittest.TestCase):
    def test_stable_functions_are_used_from_2_3_to_2_11_and_dlpack_otherwise(self):
        tensor = torch.zeros(2)
        if are_functions_stable():
            self.assertGreater(texelscope._native._time_metadata(tensor, "torch"), 0)
        else:
            with self.assertRaises(BufferError):
                texelscope._native._time_metadata(tensor, "torch")
        # The tensor is viewed in either case.
        self.assertEqual(texelscope.view(tensor).ptr, tensor.data_ptr())


if __name__ == "__main__":
    # Prints skip reasons, for tools/summarize_tests.py.
    unittest.main(verbosity=2)

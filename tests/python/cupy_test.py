"""texelscope.view of CuPy arrays on a GPU, in both directions: the same memory, kept alive, released once."""

import gc
import sys
import unittest

try:
    import cupy
    import numpy as np

    cupy.zeros(1)
except Exception as error:
    print(f"no CuPy with a GPU to share with: {error}")
    sys.exit(77)

import texelscope
from texelscope import StridedLayout, StridedMemoryView

WAYS = {"view": texelscope.view, "from_dlpack": StridedMemoryView.from_dlpack,
        "from_cuda_array_interface": StridedMemoryView.from_cuda_array_interface}


class OfCuPy(unittest.TestCase):
    def test_every_constructor_views_the_same_memory(self):
        base = cupy.arange(120, dtype=cupy.float32).reshape(4, 5, 6)
        for array in (base, base[1:, ::2, ::-1], base.T, cupy.broadcast_to(base[0], (7, 5, 6)), base[:0], base[2, 3, 4]):
            for way, view_of in WAYS.items():
                if way == "from_dlpack" and any(stride < 0 for stride in array.strides):
                    continue  # CuPy represents them as unsigned numbers
                with self.subTest(way=way, shape=array.shape):
                    view = view_of(array, -1)
                    self.assertEqual((view.shape, view.dtype), (array.shape, np.float32))
                    self.assertEqual((view.device_id, view.is_device_accessible, view.readonly), (0, True, False))
                    if array.size:
                        self.assertEqual(view.ptr, array.data.ptr)
                        self.assertTrue(cupy.array_equal(cupy.from_dlpack(view), array))
        view = texelscope.view(base, -1)
        back = cupy.from_dlpack(view)
        base[1, 2, 3] = -7
        self.assertEqual(back[1, 2, 3].item(), -7)

    def test_it_keeps_the_memory_and_releases_it_once(self):
        pool = cupy.get_default_memory_pool()
        for way, view_of in WAYS.items():
            gc.collect()
            before = pool.used_bytes()
            array = cupy.arange(1 << 20, dtype=cupy.float64)
            view = view_of(array, -1)
            again = view.view(StridedLayout((1 << 19,), (2,), 8))
            back = cupy.from_dlpack(again)
            del array, view, again
            gc.collect()
            self.assertEqual(pool.used_bytes() - before, 8 << 20, way)
            self.assertEqual(back[:3].tolist(), [0, 2, 4], way)
            del back
            gc.collect()
            self.assertEqual(pool.used_bytes(), before, way)

    def test_the_consumers_stream_waits_for_cupys(self):
        sleep = cupy.RawKernel('extern "C" __global__ void sleep(long long ticks) {'
                               " long long start = clock64(); while (clock64() - start < ticks) {} }", "sleep")

        def read_on_another_stream(view_of):
            array = cupy.zeros(1 << 20, dtype=cupy.float32)
            read = cupy.empty_like(array)
            producer, consumer = cupy.cuda.Stream(non_blocking=True), cupy.cuda.Stream(non_blocking=True)
            sleep((1,), (1,), (0,))
            cupy.cuda.Device().synchronize()
            with producer:
                sleep((1,), (1,), (400_000_000,))
                array.fill(7)
                view = view_of(array, consumer.ptr)
            texelscope.view(read, -1).copy_from(view, consumer.ptr, blocking=False)
            cupy.cuda.Device().synchronize()
            return read[0].item(), read[-1].item()

        for way, view_of in WAYS.items():
            with self.subTest(way=way):
                self.assertEqual(read_on_another_stream(view_of), (7, 7))
        self.assertEqual(read_on_another_stream(lambda array, stream: texelscope.view(array, -1)), (0, 0))

    def test_elements_are_copied_between_any_layouts(self):
        source = cupy.arange(120, dtype=cupy.int16).reshape(4, 5, 6)
        target = cupy.zeros((6, 4, 5), dtype=cupy.int16)
        texelscope.view(target.transpose(1, 2, 0), -1).copy_from(texelscope.view(source[::-1], -1), 1)
        self.assertTrue(cupy.array_equal(target.transpose(1, 2, 0), source[::-1]))
        on_host = np.zeros((5, 4, 6), np.int16).transpose(1, 0, 2)
        texelscope.view(on_host).copy_from(source, 1)
        np.testing.assert_array_equal(on_host, cupy.asnumpy(source))
        with self.assertRaisesRegex(BufferError, "stream=-1"):
            texelscope.view(on_host).copy_from(texelscope.view(source, -1))

    def test_a_wrong_interface_is_reported(self):
        class Bad:
            def __init__(self, **changes):
                self.__cuda_array_interface__ = {**cupy.zeros((2, 3)).__cuda_array_interface__, **changes}

        for changes in (dict(stream=0), dict(version=1), dict(mask=1), dict(shape=(-1,)), dict(data=(1 << 70, False)), dict(strides=(3, 1)),
                        dict(typestr=7)):
            with self.subTest(changes=changes), self.assertRaises(BufferError):
                texelscope.view(Bad(**changes), -1)


if __name__ == "__main__":
    unittest.main()

"""Compares texelscope.StridedLayout with NumPy's arrays: the same shapes, strides and offsets, and the same rejections."""

import copy
import itertools
import pickle
import random
import sys
import unittest

try:
    import numpy as np
except ImportError:
    print("no NumPy to compare with")
    sys.exit(77)

from texelscope import StridedLayout


def layout_of(array, base):
    """The layout of a view of `base`, whose first element has offset 0."""
    layout = StridedLayout(array.shape, array.strides, array.itemsize, divide_strides=True)
    offset = array.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    return layout, offset // array.itemsize


class Value(unittest.TestCase):
    LAYOUTS = (StridedLayout((5, 3, 7), None, 4), StridedLayout((5, 3), (1, -5), 2)[1:, ::2], StridedLayout((), None, 8), StridedLayout((0, 3), (7, 1), 1))

    def test_equal_layouts_are_one_key(self):
        self.assertEqual(len({StridedLayout((5, 3), None, 4), StridedLayout((5, 3), (3, 1), 4), StridedLayout.dense((5, 3), 4)}), 1)
        self.assertEqual(len(set(self.LAYOUTS)), len(self.LAYOUTS))

    def test_copies_are_equal(self):
        for layout in self.LAYOUTS:
            for again in (copy.copy(layout), copy.deepcopy(layout), *(pickle.loads(pickle.dumps(layout, version)) for version in range(2, 6))):
                self.assertEqual((again, repr(again), hash(again)), (layout, repr(layout), hash(layout)))

    def test_a_boolean_is_no_index(self):
        for index in (True, (0, False)):
            with self.assertRaises(TypeError):
                StridedLayout((5, 3), None, 4)[index]


class Construction(unittest.TestCase):
    def test_without_strides_it_is_in_c_order_and_reports_their_absence(self):
        layout = StridedLayout((5, 3, 7), None, 4)
        self.assertEqual((layout.shape, layout.strides, layout.itemsize, layout.ndim), ((5, 3, 7), None, 4, 3))
        self.assertIsNone(layout.strides_in_bytes)
        self.assertTrue(layout.is_contiguous_c)
        self.assertEqual(layout, StridedLayout((5, 3, 7), (21, 7, 1), 4))

    def test_dense_has_the_requested_order(self):
        self.assertEqual(StridedLayout.dense((5, 3, 7), 1).strides, (21, 7, 1))
        self.assertEqual(StridedLayout.dense((5, 3, 7), 1, "F").strides, (1, 5, 15))
        self.assertEqual(StridedLayout.dense((5, 3, 7), 1, (2, 0, 1)).strides, (3, 1, 15))
        self.assertEqual(StridedLayout.dense((5, 3, 7), 1, stride_order=(2, 0, 1)).stride_order, (2, 0, 1))

    def test_strides_in_bytes_are_divided(self):
        layout = StridedLayout((4, 2), (16, 4), 4, divide_strides=True)
        self.assertEqual((layout.strides, layout.strides_in_bytes), ((4, 1), (16, 4)))

    def test_wrong_arguments_are_reported(self):
        for arguments, error in (
            (((2, -1), None, 4), ValueError),
            (((2,), (1, 2), 4), ValueError),
            (((2,), None, 0), ValueError),
            (((2,), (3,), 4, True), ValueError),
            (((1 << 40, 1 << 40), None, 4), ValueError),
            (((1 << 70,), None, 4), ValueError),
            ((("a",), None, 4), TypeError),
            (((2.5,), None, 4), TypeError),
            ((7, None, 4), TypeError),
            (("ab", None, 4), TypeError),
        ):
            with self.subTest(arguments=arguments), self.assertRaises(error):
                StridedLayout(*arguments)
        with self.assertRaises(ValueError):
            StridedLayout.dense((2, 3), 4, "X")
        with self.assertRaises(ValueError):
            StridedLayout.dense((2, 3), 4, (0, 0))

    def test_it_equals_only_layouts(self):
        layout = StridedLayout((2,), None, 4)
        self.assertNotEqual(layout, (2,))
        self.assertEqual(repr(layout), "StridedLayout(shape=(2,), strides=None, itemsize=4)")
        self.assertEqual(repr(StridedLayout.dense((2, 3), 4)[:, ::-1]),
                         "StridedLayout(shape=(2, 3), strides=(3, -1), itemsize=4, _slice_offset=2)")


class AgainstNumPy(unittest.TestCase):
    def setUp(self):
        self.base = np.arange(2 * 3 * 4 * 5, dtype=np.float32).reshape(2, 3, 4, 5)
        self.layout = StridedLayout.dense(self.base.shape, 4)

    def expect(self, layout, array):
        expected, offset = layout_of(array, self.base)
        self.assertEqual(layout.shape, array.shape)
        self.assertEqual(layout.volume, array.size)
        if array.size:
            moved = [axis for axis, extent in enumerate(array.shape) if extent > 1]
            self.assertEqual([layout.strides[a] for a in moved], [expected.strides[a] for a in moved])
            self.assertEqual(layout.slice_offset, offset)

    def test_slices(self):
        random.seed(1)
        bounds = [None, *range(-6, 7)]
        for _ in range(3000):
            slices = []
            for extent in self.base.shape[: random.randint(1, 4)]:
                if random.random() < 0.25:
                    slices.append(random.randint(-extent, extent - 1))
                else:
                    step = random.choice([None, 1, 2, 3, -1, -2])
                    slices.append(slice(random.choice(bounds), random.choice(bounds), step))
            with self.subTest(slices=slices):
                # With the ellipsis, the result is a view even without axes.
                self.expect(self.layout[tuple(slices)], self.base[(*slices, ...)])
        self.expect(self.layout[1], self.base[1])
        self.expect(self.layout[:, ::-1].sliced(slice(1, None)), self.base[1:, ::-1])
        self.expect(self.layout[-(1 << 80) : 1 << 80], self.base)

    def test_permutations_and_contiguity(self):
        for order in itertools.permutations(range(4)):
            permuted = self.layout.permuted(order)
            array = self.base.transpose(order)
            self.expect(permuted, array)
            self.assertEqual(permuted.is_contiguous_c, array.flags.c_contiguous, order)
            self.assertEqual(permuted.is_contiguous_f, array.flags.f_contiguous, order)
            self.assertTrue(permuted.is_contiguous_any and permuted.is_dense and permuted.is_unique)
            self.assertEqual(permuted.to_dense(), permuted)
            self.assertEqual(permuted.to_dense("C").strides, StridedLayout.dense(array.shape, 4).strides)

    def test_dense_layouts_have_numpys_strides_for_extents_of_one(self):
        for shape in itertools.product((1, 2, 5), repeat=3):
            array = np.zeros(shape, np.int32)
            for order in "CF":
                expected = tuple(stride // 4 for stride in np.empty_like(array, order=order).strides)
                absent = StridedLayout(shape, None, 4)
                for layout in (
                    StridedLayout.dense(shape, 4, order),
                    absent.to_dense(order),
                    StridedLayout.dense_like(absent, order),
                    StridedLayout(shape, tuple(stride // 4 for stride in array.strides), 4).to_dense(order),
                ):
                    with self.subTest(shape=shape, order=order):
                        self.assertEqual(layout, StridedLayout(shape, expected, 4))

    def test_reshapes_that_need_no_copy_and_those_that_do(self):
        for order, shape in itertools.product(
            itertools.permutations(range(4)), [(120,), (6, 20), (2, 3, 20), (24, 5), (4, 30), (-1, 5), (5, 24), (2, 60)]
        ):
            array = self.base.transpose(order)
            try:
                expected = array.view()
                expected.shape = shape
            except AttributeError:
                with self.assertRaises(ValueError):
                    self.layout.permuted(order).reshaped(shape)
            else:
                self.expect(self.layout.permuted(order).reshaped(shape), expected)

    def test_broadcasts_and_axes_of_one(self):
        row = StridedLayout.dense((1, 5), 4)
        self.assertEqual(row.broadcast_to((3, 4, 5)).strides, (0, 0, 1))
        self.assertFalse(row.broadcast_to((3, 4, 5)).is_unique)
        with self.assertRaises(ValueError):
            row.broadcast_to((4, 6))
        self.assertEqual(self.layout.unsqueezed(2).shape, np.expand_dims(self.base, 2).shape)
        self.assertEqual(self.layout.unsqueezed((0, 5)).shape, np.expand_dims(self.base, (0, 5)).shape)
        self.assertEqual(self.layout.unsqueezed((0, 5)).squeezed(), self.layout)

    def test_repacking_is_a_view_as_another_dtype(self):
        for dtype in (np.int8, np.int16, np.float32):
            array = self.base[..., :4].copy().view(dtype)
            layout = StridedLayout.dense((2, 3, 4, 4), 4).repacked(array.itemsize)
            self.assertEqual((layout.shape, layout.strides_in_bytes), (array.shape, array.strides))
        self.assertEqual(StridedLayout.dense((5, 4), 4).max_compatible_itemsize(), 16)
        self.assertEqual(StridedLayout.dense((5, 4), 4).repacked(16, keep_dim=False).shape, (5,))
        with self.assertRaises(ValueError):
            self.layout.repacked(8)

    def test_bounds_and_bytes(self):
        backwards = self.layout[::-1, :, 1:]
        self.assertEqual(backwards.offset_bounds, (backwards.min_offset, backwards.max_offset))
        self.assertEqual(backwards.slice_offset_in_bytes, 4 * backwards.slice_offset)
        self.assertEqual(backwards.required_size_in_bytes(), self.base.nbytes)
        with self.assertRaises(ValueError):
            StridedLayout((4,), (-1,), 4).required_size_in_bytes()

    def test_flattening_by_axes_and_by_the_masks_of_two(self):
        other = StridedLayout((4, 5, 3), (1, 12, 4), 4)
        layout = StridedLayout.dense((4, 5, 3), 4)
        mask = layout.flattened_axis_mask() & other.flattened_axis_mask()
        self.assertEqual(layout.flattened(mask=mask), StridedLayout((4, 15), (15, 1), 4))
        self.assertEqual(other.flattened(mask=mask), StridedLayout((4, 15), (1, 4), 4))
        self.assertEqual(layout.flattened(1, 2).shape, (4, 15))
        with self.assertRaises(TypeError):
            layout.flattened(mask="all")
        for mask in (-1, 1 << 65):
            with self.assertRaisesRegex(ValueError, "is not a set of axes"):
                layout.flattened(mask=mask)


if __name__ == "__main__":
    unittest.main(verbosity=1)

"""args_viewable_as_strided_memory: functions that take tensors of any library."""

import inspect
import unittest

import require_numpy  # noqa: F401
import numpy as np
from texelscope import StridedMemoryView, ViewableArgument, args_viewable_as_strided_memory


class OnCuda:
    """Claims to be in GPU memory, which is never accessed."""

    def __init__(self):
        self.asked = []

    def __dlpack__(self, *, stream=None, max_version=None):
        self.asked.append(stream)
        return np.zeros(3).__dlpack__()

    def __dlpack_device__(self):
        return (2, 0)


class Arguments(unittest.TestCase):
    def test_named_arguments_become_viewable_and_others_are_unchanged(self):
        @args_viewable_as_strided_memory((1, 2))
        def add(first, left, right, scale=1):
            """Adds."""
            self.assertEqual(first, "first")
            self.assertIsInstance(left, ViewableArgument)
            left, right = left.view(), right.view()
            self.assertIsInstance(left, StridedMemoryView)
            return (np.from_dlpack(left) + np.from_dlpack(right)) * scale

        left, right = np.arange(3.0), np.ones(3)
        expected = [2, 4, 6]
        np.testing.assert_array_equal(add("first", left, right, 2), expected)
        np.testing.assert_array_equal(add("first", left, right, scale=2), expected)
        np.testing.assert_array_equal(add("first", left, scale=2, right=right), expected)
        np.testing.assert_array_equal(add(first="first", left=left, scale=2, right=right), expected)
        self.assertEqual((add.__name__, add.__doc__), ("add", "Adds."))
        self.assertEqual(list(inspect.signature(add).parameters), ["first", "left", "right", "scale"])
        with self.assertRaises(TypeError):
            add("first", left)

    def test_an_argument_forwards_to_its_tensor_and_creates_views_of_its_memory(self):
        array = np.arange(6, dtype=np.int16).reshape(2, 3)
        argument = ViewableArgument(array)
        self.assertIs(argument.obj, array)
        self.assertEqual(argument.view().ptr, array.ctypes.data)
        self.assertEqual((argument.view(-1).shape, argument.view(stream=1).shape), ((2, 3), (2, 3)))
        self.assertIs(argument.view().exporting_obj, array)
        self.assertIn("ndarray", repr(argument))

    def test_the_stream_is_the_consumers(self):
        @args_viewable_as_strided_memory([0])
        def take(tensor, stream):
            return tensor.view(stream)

        tensor = OnCuda()
        for stream, passed in ((-1, -1), (0, 1), (1, 1), (0x5000, 0x5000)):
            self.assertEqual(take(tensor, stream).shape, (3,))
            self.assertEqual(tensor.asked[-1], passed)
        with self.assertRaisesRegex(BufferError, "stream=-1"):
            take(tensor, None)

    def test_it_accepts_methods_and_any_number_of_arguments(self):
        class Model:
            @args_viewable_as_strided_memory((1,))
            def shape(self, tensor):
                return tensor.view().shape

        @args_viewable_as_strided_memory((0, 3))
        def kinds(*tensors):
            return [type(tensor).__name__ for tensor in tensors]

        self.assertEqual(Model().shape(np.zeros((4, 5))), (4, 5))
        self.assertEqual(Model().shape(tensor=np.zeros((4, 5))), (4, 5))
        array = np.zeros(1)
        self.assertEqual(kinds(array, array), ["ViewableArgument", "ndarray"])
        self.assertEqual(kinds(array, 1, 2, array), ["ViewableArgument", "int", "int", "ViewableArgument"])

    def test_an_unviewable_argument_is_reported_before_the_call(self):
        called = []

        @args_viewable_as_strided_memory((0,))
        def take(tensor):
            called.append(tensor)

        for wrong in (7, "text", None, [1, 2]):
            with self.assertRaisesRegex(BufferError, "cannot be viewed"):
                take(wrong)
        self.assertEqual(called, [])

    def test_an_invalid_position_is_reported_immediately(self):
        def take(tensor, *, stream):
            return tensor, stream

        for indices, error in (((1,), ValueError), ((-1,), ValueError), (("0",), TypeError), (0, TypeError)):
            with self.subTest(indices=indices), self.assertRaises(error):
                args_viewable_as_strided_memory(indices)(take)

    def test_a_default_is_unchanged(self):
        @args_viewable_as_strided_memory((0,))
        def take(tensor=None):
            return tensor

        self.assertIsNone(take())
        self.assertIsInstance(take(np.zeros(1)), ViewableArgument)

    def test_functions_without_a_signature_are_accepted_by_positions(self):
        with self.assertRaises(ValueError):
            inspect.signature(min)
        smaller = args_viewable_as_strided_memory((1,))(min)
        self.assertIsInstance(smaller("b", np.zeros(1), key=lambda each: isinstance(each, str)), ViewableArgument)


if __name__ == "__main__":
    unittest.main(verbosity=1)

"""The same operations done by NumPy on a real array, whose shape, strides and address are then inspected."""

import numpy
from numpy.lib.stride_tricks import as_strided

# NumPy 2 moved it.
byte_bounds = numpy.lib.array_utils.byte_bounds if hasattr(numpy.lib, "array_utils") else numpy.byte_bounds

ARENA_BYTES = 1 << 26
MAX_NDIM = 32
# The arena is never written, so the system allocates no memory for it until it is read.
arena = numpy.zeros(ARENA_BYTES, numpy.uint8)


def address(array):
    return array.__array_interface__["data"][0]


class NumpyArray:
    """An array, and the base address of its offsets."""

    def __init__(self, array, base):
        self.array, self.base = array, base

    @classmethod
    def from_layout(cls, layout):
        """An array in the middle of the arena; None if it does not fit there."""
        low, high = layout.bounds
        reach = max(abs(low), abs(high), *(abs(stride) for stride in (0, *layout.strides)), 0) + 1
        if layout.ndim > MAX_NDIM or layout.volume > ARENA_BYTES >> 6 or reach * layout.itemsize > ARENA_BYTES // 2 - 64:
            return None
        middle = arena[ARENA_BYTES // 2:]
        start = middle[:layout.itemsize].view(f"V{layout.itemsize}")
        strides = [stride * layout.itemsize for stride in layout.strides]
        return cls(as_strided(start, layout.shape, strides), address(start))

    def fault(self, layout):
        array, size = self.array, self.array.dtype.itemsize
        # Addresses wrap around, because an empty array may have any address.
        found = (array.shape, array.strides, size, (address(array) - self.base) % 2**64)
        strides = tuple(stride * size for stride in layout.strides)
        if found != (layout.shape, strides, layout.itemsize, layout.offset * size % 2**64):
            return f"NumPy has {found}, in bytes"
        flags = (array.flags.c_contiguous, array.flags.f_contiguous)
        ours = (layout.is_contiguous(range(layout.ndim)[::-1]), layout.is_contiguous(range(layout.ndim)))
        if flags != ours:
            return f"NumPy has the flags {flags}"
        low, high = byte_bounds(array) if layout.volume else (0, 0)
        if layout.volume and (low - self.base, high - self.base) != tuple(
                (bound + end) * size for bound, end in zip(layout.bounds, (0, 1))):
            return "NumPy has different bounds"
        return None

    def moved(self, name, arguments, before, after):
        """The array after an operation that changed the layout `before` to `after`, or that must be rejected (None).

        @raises ValueError, IndexError if NumPy rejects it; @returns None if NumPy provides no answer.
        """
        array = self.array
        if name == "permuted":
            return NumpyArray(array.transpose(arguments), self.base)
        if name == "sliced":
            # Without the ellipsis, rank 0 would be a copy.
            return NumpyArray(array[(*arguments, Ellipsis)], self.base)
        if name == "reshaped":
            if any(extent < -1 for extent in arguments) or len(arguments) > MAX_NDIM:
                return None  # NumPy treats any negative extent as −1
            view = array.reshape(arguments)
            if view.size and address(view) != address(array):
                raise ValueError("NumPy copies")
            return NumpyArray(view, self.base)
        if name == "unsqueezed" and array.ndim + len(arguments) <= MAX_NDIM:
            return NumpyArray(numpy.expand_dims(array, arguments), self.base)
        if name == "squeezed" and after.volume:
            return NumpyArray(array.squeeze(), self.base)
        if name == "broadcast_to" and len(arguments) <= MAX_NDIM:
            return NumpyArray(numpy.broadcast_to(array, arguments), self.base)
        if name == "to_dense":
            return self.dense(arguments[0] if arguments else "K")
        if after is None or after.ndim > MAX_NDIM:
            return None
        if name == "repacked" and before.itemsize != after.itemsize:
            return self.repacked(arguments, after)
        # NumPy merges all axes or none, and has no empty squeeze.
        strides = [stride * after.itemsize for stride in after.strides]
        return NumpyArray(as_strided(array, after.shape, strides), self.base)

    def repacked(self, arguments, after):
        axis, keep_dim = (list(arguments[2:]) + [-1, True][len(arguments[2:]):])
        view = numpy.moveaxis(numpy.moveaxis(self.array, axis, -1).view(f"V{after.itemsize}"), -1, axis)
        return NumpyArray(view if keep_dim or view.shape[axis] != 1 else view.squeeze(axis), self.base)

    def dense(self, order):
        array = self.array
        if order == "K":
            made = numpy.empty_like(array)
        elif order in ("C", "F"):
            made = numpy.empty(array.shape, array.dtype, order)
        else:
            axes = numpy.core.numeric.normalize_axis_tuple(order, array.ndim)
            made = numpy.empty([array.shape[axis] for axis in axes], array.dtype).transpose(numpy.argsort(axes))
        return NumpyArray(made, address(made))

"""The byte offset of every element, in C order, updated by each operation element by element: no strides, no rules."""

import itertools
import math


def offsets_of(layout):
    """Every element's byte offset in C order."""
    if not layout.volume:
        return []
    offsets = [layout.offset * layout.itemsize]
    for extent, stride in zip(layout.shape, layout.strides):
        offsets = [offset + i * stride * layout.itemsize for offset in offsets for i in range(extent)]
    return offsets


class IndexMap:
    """The offsets of the bytes of elements, and their shape."""

    def __init__(self, shape, offsets):
        self.shape, self.offsets = tuple(shape), offsets

    def at(self, index):
        position = 0
        for extent, i in zip(self.shape, index):
            position = position * extent + i
        return self.offsets[position]

    def gather(self, shape, source_index):
        indices = itertools.product(*(range(extent) for extent in shape))
        return IndexMap(shape, [self.at(source_index(index)) for index in indices])

    def moved(self, name, arguments, before, after):
        """The map after an operation from the layout `before` to `after`; only the shape of `after` is used."""
        if not after.volume:
            return IndexMap(after.shape, [])
        if name == "permuted":
            axes = [axis % len(self.shape) for axis in arguments]
            return self.gather(after.shape, lambda index: [index[axes.index(axis)] for axis in range(len(axes))])
        if name == "sliced":
            parts = list(arguments) + [slice(None)] * (len(self.shape) - len(arguments))
            ranges = [[part % extent] if isinstance(part, int) else range(extent)[part] for part, extent in zip(parts, self.shape)]
            kept = [axis for axis, part in enumerate(parts) if not isinstance(part, int)]
            return self.gather(after.shape, lambda index: [
                taken[index[kept.index(axis)]] if axis in kept else taken[0] for axis, taken in enumerate(ranges)])
        if name == "broadcast_to":
            added = len(after.shape) - len(self.shape)
            return self.gather(after.shape, lambda index: [min(i, e - 1) for i, e in zip(index[added:], self.shape)])
        if name == "repacked" and before.itemsize != after.itemsize:
            return self.repacked(arguments, before, after)
        if name == "to_dense":
            return None  # other memory
        return IndexMap(after.shape, self.offsets)

    def repacked(self, arguments, before, after):
        axis = (arguments[2] if len(arguments) > 2 else -1) % len(self.shape)
        shape = list(self.shape)
        shape[axis] = shape[axis] * before.itemsize // after.itemsize

        def byte_at(index):
            index = list(index)
            byte = index[axis] * after.itemsize
            index[axis] = byte // before.itemsize
            return self.at(index) + byte % before.itemsize

        indices = itertools.product(*(range(extent) for extent in shape))
        return IndexMap(after.shape, [byte_at(index) for index in indices])

    def fault(self, layout):
        """The properties of a layout that contradict this map; None if there are none."""
        if math.prod(layout.shape) != len(self.offsets):
            return f"{len(self.offsets)} elements, not {layout.shape}"
        return None if offsets_of(layout) == self.offsets else "elements at different offsets"

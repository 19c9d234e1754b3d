"""Layouts with Python's unlimited integers: computes the expected answers independently of the program.

Compared with NumPy (numpy_oracle.py) and with an index map (index_map.py) while cases are generated.
"""

import dataclasses
import math

LARGEST, SMALLEST = 2**63 - 1, -(2**63)
MAX_NDIM, MAX_ITEMSIZE = 64, 2**31


class Refused(Exception):
    """Raised for an operation that must be rejected; the message must contain `words`."""

    def __init__(self, *words):
        super().__init__(*words)
        self.words = words


def require(condition, *words):
    if not condition:
        raise Refused(*words)


def axis_of(number, count, *words):
    require(-count <= number < count, "out of range", *words)
    return number % count if count else 0


def is_power_of_two(number):
    return number > 0 and number & (number - 1) == 0


def nonzero_product(shape):
    return math.prod(extent for extent in shape if extent)


def fits(number):
    return SMALLEST <= number <= LARGEST


@dataclasses.dataclass(frozen=True)
class Layout:
    shape: tuple
    strides: tuple
    itemsize: int
    offset: int = 0

    def __post_init__(self):
        require(1 <= self.itemsize <= MAX_ITEMSIZE, "itemsize")
        require(all(extent >= 0 for extent in self.shape), "negative extent")
        require(len(self.strides) == len(self.shape), "one stride per axis")
        size = self.itemsize
        sizes = [nonzero_product(self.shape) * size, self.offset * size, *(stride * size for stride in self.strides)]
        if self.volume:
            sizes += [self.bounds[0] * size, (self.bounds[1] + 1) * size]
        require(all(map(fits, sizes)), "overflows 64 bits")

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def volume(self):
        return math.prod(self.shape)

    @property
    def bounds(self):
        if not self.volume:
            return 0, -1
        spans = [stride * (extent - 1) for extent, stride in zip(self.shape, self.strides)]
        return self.offset + sum(s for s in spans if s < 0), self.offset + sum(s for s in spans if s > 0)

    @property
    def stride_order(self):
        return tuple(sorted(range(self.ndim), key=lambda axis: (-abs(self.strides[axis]), axis)))

    def is_contiguous(self, axes):
        """Whether strides increase from 1 along `axes`, the finest first."""
        step = 1
        for axis in axes if self.volume else ():
            if self.shape[axis] != 1:
                if self.strides[axis] != step:
                    return False
                step *= self.shape[axis]
        return True

    def answer(self):
        """The properties in the format of the command line; the index map determines uniqueness."""
        size, (low, high) = self.itemsize, self.bounds
        is_any = self.is_contiguous(self.stride_order[::-1])
        return {
            "ndim": self.ndim, "shape": list(self.shape), "strides": list(self.strides),
            "strides_in_bytes": [stride * size for stride in self.strides], "stride_order": list(self.stride_order),
            "volume": self.volume, "itemsize": size, "slice_offset": self.offset, "slice_offset_in_bytes": self.offset * size,
            "offset_bounds": [low, high], "is_contiguous_c": self.is_contiguous(range(self.ndim)[::-1]),
            "is_contiguous_f": self.is_contiguous(range(self.ndim)), "is_contiguous_any": is_any,
            "is_dense": is_any and self.offset == 0, "required_size_in_bytes": None if low < 0 else (high + 1) * size,
            "flattened_axis_mask": sum(1 << axis for axis in range(1, self.ndim) if self.can_merge(axis)),
        }

    def can_merge(self, axis):
        return not self.volume or self.strides[axis - 1] == self.strides[axis] * self.shape[axis]


def dense(shape, itemsize, order="C"):
    require(1 <= itemsize <= MAX_ITEMSIZE, "itemsize")
    require(all(extent >= 0 for extent in shape), "negative extent")
    require(fits(nonzero_product(shape) * itemsize), "overflows 64 bits")
    order = {"C": tuple(range(len(shape))), "F": tuple(range(len(shape)))[::-1]}.get(order, order)
    strides, step = [0] * len(shape), 0 if 0 in shape else 1
    for axis in normalized_permutation(order, len(shape))[::-1]:
        strides[axis] = step
        step *= shape[axis]
    return Layout(tuple(shape), tuple(strides), itemsize)


def normalized_permutation(order, count):
    require(len(order) == count, "it names")
    axes = []
    for number in order:
        axis = axis_of(number, count)
        require(axis not in axes, "named twice")
        axes.append(axis)
    return axes


def permuted(layout, *order):
    axes = normalized_permutation(order, layout.ndim)
    return dataclasses.replace(layout, shape=tuple(layout.shape[a] for a in axes), strides=tuple(layout.strides[a] for a in axes))


def sliced(layout, *slices):
    require(len(slices) <= layout.ndim, "slices are too many")
    offset, shape, strides = layout.offset, [], []
    for axis, (extent, stride) in enumerate(zip(layout.shape, layout.strides)):
        part = slices[axis] if axis < len(slices) else slice(None)
        if isinstance(part, int):
            require(-extent <= part < extent, "out of range" if extent else "the axis is empty")
            offset += part % extent * stride
        else:
            require(part.step != 0, "the step is 0")
            # Like 64-bit slices in CPython, and thus in NumPy.
            step = None if part.step is None else max(part.step, -LARGEST)
            taken = range(*slice(part.start, part.stop, step).indices(extent))
            if taken:
                offset += taken.start * stride
            shape.append(len(taken))
            strides.append(stride * taken.step if taken else stride)
    return dataclasses.replace(layout, shape=tuple(shape), strides=tuple(strides), offset=offset)


def reshaped(layout, *shape):
    if shape == layout.shape:
        return layout
    require(all(extent >= -1 for extent in shape), "is negative")
    require(shape.count(-1) < 2, "both -1")
    rest = math.prod(extent for extent in shape if extent != -1)
    if -1 in shape:
        require(rest != 0, "ambiguous")
        require(layout.volume % rest == 0, "not divisible")
        shape = tuple(layout.volume // rest if extent == -1 else extent for extent in shape)
    require(math.prod(shape) == layout.volume, "differs from the volume")
    if layout.is_contiguous(range(layout.ndim)[::-1]):
        strides = tuple(nonzero_product(shape[axis + 1:]) for axis in range(len(shape)))
    else:
        strides = split_strides(layout, shape)
    return dataclasses.replace(layout, shape=shape, strides=strides)


def split_strides(layout, shape):
    """Walks both shapes from the front, like NumPy: groups of axes with equal products share a run of memory."""
    old = [(extent, stride) for extent, stride in zip(layout.shape, layout.strides) if extent != 1]
    strides, first, old_first = [], 0, 0
    while old_first < len(old):
        last, old_last = first + 1, old_first + 1
        while (product := math.prod(shape[first:last])) != (old_product := math.prod(e for e, _ in old[old_first:old_last])):
            if product < old_product:
                last += 1
            else:
                old_last += 1
        group = old[old_first:old_last]
        require(all(a[1] == b[0] * b[1] for a, b in zip(group, group[1:])), "incompatible")
        strides += [group[-1][1] * math.prod(shape[axis + 1:last]) for axis in range(first, last)]
        first, old_first = last, old_last
    return tuple(strides + [strides[-1]] * (len(shape) - first))


def flattened(layout, start_axis=0, end_axis=-1, mask=None):
    if layout.ndim == 0 and (mask is not None or (start_axis, end_axis) == (0, -1)):
        return dataclasses.replace(layout, shape=(1,), strides=(1,))
    if mask is None:
        start, end = axis_of(start_axis, layout.ndim), axis_of(end_axis, layout.ndim)
        mask = sum(1 << axis for axis in range(start + 1, end + 1))
    shape, strides = [], []
    for axis in range(layout.ndim):
        if axis and mask >> axis & 1 and layout.can_merge(axis):
            shape[-1] *= layout.shape[axis]
            strides[-1] = layout.strides[axis]
        else:
            shape.append(layout.shape[axis])
            strides.append(layout.strides[axis])
    return dataclasses.replace(layout, shape=tuple(shape), strides=tuple(strides))


def squeezed(layout):
    kept = [axis for axis in range(layout.ndim) if layout.shape[axis] != 1]
    if not layout.volume:
        return dataclasses.replace(layout, shape=(0,), strides=(0,))
    return dataclasses.replace(layout, shape=tuple(layout.shape[a] for a in kept), strides=tuple(layout.strides[a] for a in kept))


def unsqueezed(layout, *axes):
    count = layout.ndim + len(axes)
    require(count <= MAX_NDIM, "at most 64")
    placed = []
    for number in axes:
        axis = axis_of(number, count)
        require(axis not in placed, "named twice")
        placed.append(axis)
    rest = iter(layout.shape)
    return reshaped(layout, *(1 if axis in placed else next(rest) for axis in range(count)))


def broadcast_to(layout, *shape):
    require(len(shape) <= MAX_NDIM, "use at most 64")
    require(len(shape) >= layout.ndim, "cannot broadcast", "keep all axes")
    require(all(extent >= 0 for extent in shape), "negative extent")
    require(fits(nonzero_product(shape) * layout.itemsize), "overflows 64 bits")
    added = len(shape) - layout.ndim
    require(all(old in (1, new) for old, new in zip(layout.shape, shape[added:])), "cannot broadcast", "neither 1")
    strides = (0,) * added + tuple(0 if extent == 1 else stride for extent, stride in zip(layout.shape, layout.strides))
    return dataclasses.replace(layout, shape=tuple(shape), strides=strides)


def repacked(layout, itemsize, data_ptr=0, axis=-1, keep_dim=True):
    if itemsize == layout.itemsize:
        return layout
    require(is_power_of_two(itemsize) and is_power_of_two(layout.itemsize) and itemsize <= MAX_ITEMSIZE, "powers of two")
    axis = axis_of(axis, layout.ndim)
    require(layout.shape[axis] > 0 and layout.strides[axis] == 1, "must have an extent of at least 1 and a stride of 1")
    factor = layout.itemsize // itemsize
    if factor:
        shape, strides = list(layout.shape), [stride * factor for stride in layout.strides]
        shape[axis] *= factor
        strides[axis] = 1
        return Layout(tuple(shape), tuple(strides), itemsize, layout.offset * factor)
    parts = itemsize // layout.itemsize
    require(data_ptr % itemsize == 0, "not aligned")
    require(layout.shape[axis] % parts == 0, "the extent", "not divisible")
    require(layout.offset % parts == 0, "the slice offset", "not divisible")
    require(all(stride % parts == 0 for other, stride in enumerate(layout.strides) if other != axis), "the stride", "not divisible")
    shape, strides = list(layout.shape), [stride // parts for stride in layout.strides]
    shape[axis] //= parts
    strides[axis] = 1
    if not keep_dim and shape[axis] == 1:
        del shape[axis], strides[axis]
    return Layout(tuple(shape), tuple(strides), itemsize, layout.offset // parts)


def to_dense(layout, order="K"):
    if order == "K":
        if layout.is_contiguous(range(layout.ndim)[::-1]):
            order = "C"
        else:
            order = "F" if layout.is_contiguous(range(layout.ndim)) else layout.stride_order
    return dense(layout.shape, layout.itemsize, order)


OPERATIONS = {f.__name__: f for f in (permuted, sliced, reshaped, flattened, squeezed, unsqueezed, broadcast_to, repacked, to_dense)}

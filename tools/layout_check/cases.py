"""Random layouts and operations, most of them valid, in the format of the program."""

import math

from layout_check import model

MOST_ELEMENTS = 4096
# The fraction of operations that are made invalid.
FAULTS = 0.06
HUGE = (0, 1, 2, 3, 2**20, 2**31, 2**32 - 1, 2**40, 2**61, 2**62, 2**63 - 1)


def text_of(name, arguments):
    def part(argument):
        if isinstance(argument, slice):
            text = ":".join("" if bound is None else str(bound) for bound in (argument.start, argument.stop))
            return text if argument.step is None else f"{text}:{argument.step}"
        return str(argument).replace(" ", "") if isinstance(argument, tuple) else str(argument)

    if name == "flattened" and len(arguments) == 3:
        return f"flattened(mask={arguments[2]})"
    return f"{name}({', '.join(map(part, arguments))})"


def random_rank(random):
    draw = random.random()
    if draw < 0.84:
        return random.randint(0, 8)
    return random.randint(9, 32) if draw < 0.94 else random.randint(33, 64)


def random_shape(random, rank):
    shape, room = [1] * rank, MOST_ELEMENTS // 8
    # A shape with a single axis longer than 1 is contiguous in C and F order, which differ only in strides.
    longer = 1 if rank and random.random() < 0.15 else rank
    for axis in random.sample(range(rank), longer):
        extent = random.choice((1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 16)) if rank <= 8 else random.choice((1, 1, 1, 2, 3))
        if extent <= room:
            shape[axis] = extent
            room //= extent
    if rank and random.random() < 0.06:
        shape[random.randrange(rank)] = 0
    return tuple(shape)


def random_case(random):
    """A base layout as the fields of a case, and the model's layout."""
    itemsize = random.choice((1, 2, 4, 4, 4, 8, 8, 16, 32, 3, 12))
    if random.random() < 0.03:
        shape = tuple(random.choice(HUGE) for _ in range(random.randint(1, 5)))
        strides = tuple(random.choice((1, -1)) * min(random.choice(HUGE) + random.randint(-1, 1), HUGE[-1]) for _ in shape)
        strides = tuple(model.SMALLEST if random.random() < 0.05 else stride for stride in strides)
        if random.random() < 0.3:
            return {"shape": shape, "strides": None, "itemsize": itemsize}, lambda: model.dense(shape, itemsize)
        return {"shape": shape, "strides": strides, "itemsize": itemsize}, lambda: model.Layout(shape, strides, itemsize)
    shape = random_shape(random, random_rank(random))
    draw = random.random()
    if draw < 0.6:
        order = random.choice(("C", "C", "F", tuple(random.sample(range(len(shape)), len(shape)))))
        fields = {"shape": shape, "strides": None, "itemsize": itemsize, "order": order}
        return fields, lambda: model.dense(shape, itemsize, order)
    if draw < 0.85:
        strides, step = [0] * len(shape), 1
        for axis in random.sample(range(len(shape)), len(shape)):
            strides[axis] = step * random.choice((1, 1, 1, -1))
            step *= shape[axis] + random.choice((0, 0, 0, 1, 3))
            step = max(1, min(step, 1 << 16))
    else:
        strides = [random.choice((0, 1, 1, 2, 3, 4, 6, 8, 12, 40, -1, -3, -8)) for _ in shape]
    strides = tuple(strides)
    return {"shape": shape, "strides": strides, "itemsize": itemsize}, lambda: model.Layout(shape, strides, itemsize)


def random_slice(random, extent):
    if extent and random.random() < 0.2:
        return random.randint(-extent, extent - 1)
    if random.random() < 0.3:
        return slice(None)

    def bound():
        return None if random.random() < 0.4 else random.randint(-min(extent, 2**62) - 2, min(extent, 2**62) + 2)

    step = random.choice((None, None, 1, 2, 3, -1, -1, -2, -5, 2**62, -(2**63)))
    return slice(bound(), bound(), step if step is None or abs(step) < 9 or random.random() < 0.1 else 2)


def random_factors(random, layout):
    """A shape of the same volume: neighbors merged and extents split, or a new factorization."""
    is_contiguous = layout.is_contiguous(range(layout.ndim)[::-1])
    shape = [layout.volume] if is_contiguous and random.random() < 0.3 else list(layout.shape)
    for _ in range(random.randint(1, 3)):
        if shape and random.random() < 0.4:
            axis = random.randrange(len(shape))
            end = random.randint(axis + 1, len(shape))
            if not is_contiguous and random.random() < 0.8:
                end = axis + 2 if axis + 1 < layout.ndim and layout.can_merge(axis + 1) else axis + 1
            shape[axis:end] = [math.prod(shape[axis:end])]
        elif shape and len(shape) < model.MAX_NDIM:
            axis = random.randrange(len(shape))
            divisor = random.choice([d for d in range(1, 13) if shape[axis] % d == 0])
            shape[axis:axis + 1] = random.sample([divisor, shape[axis] // divisor], 2)
    if random.random() < 0.2 and len(shape) < model.MAX_NDIM:
        shape.insert(random.randint(0, len(shape)), 1)
    if shape and random.random() < 0.3 and 0 not in (shape[:-1] or [1]):
        shape[-1] = -1
    return tuple(shape)


def random_broadcast(random, layout):
    shape = [random.choice((1, 2, 3, 0) if random.random() < 0.1 else (1, 2, 3)) if extent == 1 and random.random() < 0.5
             else extent for extent in layout.shape]
    for _ in range(random.choice((0, 0, 1, 2))):
        shape.insert(0, random.choice((1, 2, 3)))
    if len(shape) > model.MAX_NDIM or model.nonzero_product(shape) > MOST_ELEMENTS:
        return tuple(layout.shape)
    return tuple(shape)


def could_repack(layout, itemsize):
    try:
        return bool(model.repacked(layout, itemsize))
    except model.Refused:
        return False


def random_repack(random, layout):
    arguments = [random.choice((1, 2, 4, 8, 16, 32))]
    if random.random() < 0.7:
        arguments = [random.choice([size for size in (1, 2, 4, 8, 16) if could_repack(layout, size)] or [layout.itemsize])]
    if random.random() < 0.5:
        units = [axis for axis in range(layout.ndim) if layout.strides[axis] == 1] or [-1]
        arguments += [random.choice((0, 64, 4096)), random.choice(units), random.random() < 0.5]
    return tuple(arguments)


def random_operation(random, layout):
    name = random.choice(("permuted", "sliced", "sliced", "sliced", "reshaped", "reshaped", "flattened", "squeezed", "unsqueezed",
                          "broadcast_to", "repacked", "to_dense", "to_dense"))
    ndim = layout.ndim
    order = tuple(axis - random.choice((0, 0, 0, ndim)) for axis in random.sample(range(ndim), ndim))
    if name == "permuted":
        return name, order
    if name == "sliced":
        return name, tuple(random_slice(random, extent) for extent in layout.shape[:random.randint(0, ndim)])
    if name == "reshaped":
        return name, random_factors(random, layout)
    if name == "flattened":
        draw = random.random()
        if draw < 0.4 or not ndim:
            return name, ()
        if draw < 0.7:
            return name, (random.randint(-ndim, ndim - 1), random.randint(-ndim, ndim - 1))
        return name, (0, -1, random.getrandbits(ndim))
    if name == "unsqueezed":
        count = min(random.choice((0, 1, 1, 1, 2, 3)), model.MAX_NDIM - ndim)
        axes = random.sample(range(ndim + count), count)
        return name, tuple(axis - random.choice((0, 0, ndim + count)) for axis in axes)
    if name == "broadcast_to":
        return name, random_broadcast(random, layout)
    if name == "repacked":
        return name, random_repack(random, layout)
    if name == "to_dense":
        return name, random.choice(((), ("K",), ("C",), ("F",), (order,)))
    return name, ()


def random_fault(random, layout):
    """An operation that is likely to be rejected."""
    ndim = layout.ndim
    axes = list(range(ndim))
    whole = (slice(None),) * ndim
    faults = [
        ("permuted", tuple(axes + [0])), ("permuted", tuple(axes[1:])), ("reshaped", (layout.volume + 1,)), ("reshaped", (-1, -1)),
        ("reshaped", (-1, 0)), ("reshaped", (7, -1)), ("reshaped", (-2,)), ("reshaped", (2**62, 2**62)), ("sliced", whole + (0,)),
        ("sliced", (10**6,) if ndim else (0,)), ("flattened", (0, ndim)), ("flattened", (-ndim - 1, -1)), ("unsqueezed", (ndim + 1,)),
        ("unsqueezed", (0, 0)), ("unsqueezed", tuple(range(65))), ("broadcast_to", (5,) * max(0, ndim - 1)),
        ("broadcast_to", tuple(extent + 1 for extent in layout.shape)), ("broadcast_to", (-1,) + layout.shape),
        ("broadcast_to", (2**62, 2**62) + layout.shape), ("repacked", (64,)), ("repacked", (24,)), ("repacked", (2**32,)), ("repacked", (0,)),
        ("repacked", (layout.itemsize * 2, 1)), ("repacked", (2, 0, ndim)), ("to_dense", (tuple(axes + [0]),)),
        ("unsqueezed", (-ndim - 2,)),
    ]
    if ndim:
        broken = list(axes)
        broken[random.randrange(ndim)] = random.choice((ndim, -ndim - 1, broken[0]))
        faults += [("permuted", tuple(broken)), ("to_dense", (tuple(broken),)), ("sliced", (slice(None, None, 0),))]
        faults.append(("sliced", whole[:ndim - 1] + (random.choice((layout.shape[-1], -layout.shape[-1] - 1)),)))
    if ndim == model.MAX_NDIM:
        too_long = [("permuted", tuple(axes + [0])), ("to_dense", (tuple(axes + [0]),)), ("sliced", whole + (0,))]
        faults = [fault for fault in faults if len(fault[1]) <= model.MAX_NDIM and fault not in too_long]
        faults.append(("unsqueezed", (0,)))
    return random.choice(faults)

"""Compares texelscope with NumPy: the arrays that it reads from files of numpy.save, and the bytes that it writes.

usage: numpy_test.py NPY_TOOL
"""

import io
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy
except ImportError:
    print("this Python has no NumPy: install python3-numpy")
    sys.exit(77)

UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "25s", "3D"]
PLAIN = ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", "S1", "S7", "U1", "U5", "V1", "V6",
         "M8", "m8"]
# NumPy lacks these types if the host's long double has a different size.
LONG = [name for name in ("f16", "c32") if name in (numpy.dtype("g").str[1:], numpy.dtype("G").str[1:])]
DESCRS = PLAIN + LONG + [f"{kind}8[{unit}]" for kind in "Mm" for unit in UNITS]
SHAPES = [(), (1,), (5,), (2, 3), (3, 1), (1, 4), (2, 3, 4), (4, 1, 2, 3), (0,), (0, 3), (2, 0, 3), (1,) * 32]


def sample(descr, shape, order):
    """An array of varied bytes, with valid values where NumPy interprets them."""
    dtype = numpy.dtype(descr)
    count = int(numpy.prod(shape, dtype=int))
    generator = numpy.random.default_rng(len(descr) * 1000 + count)
    if dtype.kind == "U":
        text = generator.integers(1, 0x10FFFF - 0x800, count * (dtype.itemsize // 4)).astype("u4")
        text[text >= 0xD800] += 0x800
        flat = text.view(dtype.newbyteorder("=")).astype(dtype)
    elif dtype.kind == "b":
        flat = generator.integers(0, 2, count).astype(dtype)
    elif dtype.itemsize >= 16 and dtype.kind in "fc":
        # Random bits may not encode a valid long double; padding bytes stay 0.
        parts = numpy.zeros(count, dtype.newbyteorder("="))
        parts += generator.standard_normal(count)
        flat = parts.astype(dtype)
    else:
        flat = numpy.frombuffer(generator.bytes(count * dtype.itemsize), dtype=dtype)
    array = numpy.empty(shape, dtype, order=order)
    array[...] = flat.reshape(shape)
    return array


def saved(array):
    stream = io.BytesIO()
    numpy.save(stream, array)
    return stream.getvalue()


def native(array):
    """The same elements in the host's byte order, in the same layout."""
    same = array.copy(order="K")
    return same if same.dtype.isnative else same.byteswap(inplace=True).view(same.dtype.newbyteorder("="))


def memory(array):
    return array.tobytes(order="A")


def cases():
    for descr, shape, (order, mark) in itertools.product(DESCRS, SHAPES, itertools.product("CF", "<>")):
        if mark == ">" and descr[0] in "SV" or order == "F" and len(shape) < 2:
            continue
        yield sample(mark + descr, shape, order)


def refused_cases():
    yield numpy.array([{}, 1], dtype=object), "an array of Python objects contains no readable data"
    yield numpy.zeros(3, dtype=[("a", "<f4"), ("b", "<i2")]), "'descr' is a list: structured elements are not supported"
    yield numpy.zeros(3, dtype="V0"), "elements of 0 bytes are not supported"


def differences(array, answer, out):
    """The differences between what texelscope and NumPy read or wrote."""
    expected = native(array)
    name = answer["name"]
    if "error" in answer:
        yield f"refused: {answer['error']}"
        return
    facts = {"descr": expected.dtype.str, "shape": list(array.shape), "memory": memory(expected).hex()}
    if array.size and 1 not in array.shape:  # NumPy's strides of axes of extent 1 depend on the array's history
        facts["strides"] = list(expected.strides)
    if array.dtype.kind not in "SUV":
        facts["type"] = expected.dtype.name
    yield from (f"{key} is {answer[key]} but should be {value}" for key, value in facts.items() if answer[key] != value)
    variants = {"": expected, ".transposed": expected.transpose()}
    if array.ndim:
        variants[".stepped"] = expected[::-2]
    if array.size:
        first = numpy.frombuffer(memory(expected)[:expected.itemsize], expected.dtype)[0:1].reshape(())
        variants[".broadcast"] = numpy.broadcast_to(first, (3, 2))
    for suffix, wanted in variants.items():
        file = out / f"{name}{suffix}.npy"
        if file.read_bytes() != saved(wanted):
            yield f"{file.name} is not what numpy.save writes"
        loaded = numpy.load(file)
        if loaded.dtype != wanted.dtype or loaded.shape != wanted.shape or loaded.tobytes() != wanted.tobytes():
            yield f"numpy.load({file.name}) returns a different array"


def main():
    warnings.simplefilter("ignore")
    arrays = {}
    refusals = {}
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        source, out = pathlib.Path(folder, "in"), pathlib.Path(folder, "out")
        source.mkdir()
        out.mkdir()
        for array in cases():
            name = f"array_{len(arrays)}"
            arrays[name] = array
            version = [(1, 0), (2, 0), (3, 0)][len(arrays) % 3]
            with open(source / f"{name}.npy", "wb") as file:
                numpy.lib.format.write_array(file, array, version=version)
        for array, reason in refused_cases():
            name = f"refused_{len(refusals)}"
            refusals[name] = reason
            numpy.save(source / f"{name}.npy", array, allow_pickle=True)
        lines = subprocess.run([sys.argv[1], source, out], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        answers = {answer["name"]: answer for answer in map(json.loads, lines)}
        for name, array in arrays.items():
            failures += [f"{array.dtype.str} {array.shape} {name}: {text}" for text in differences(array, answers[name], out)]
        for name, reason in refusals.items():
            if reason not in answers[name].get("error", ""):
                failures.append(f"{name} should be rejected with '{reason}', but the result is {answers[name]}")
    print("\n".join(failures[:50]))
    print(f"NumPy {numpy.__version__}: {len(arrays)} arrays and {len(refusals)} refusals compared, {len(failures)} differences")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

"""Arrays in the memory of a stopped program, and the types of their elements. gdb's Python alone, without NumPy."""

import re

import gdb

SIZES = {"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8, "float16": 2,
         "bfloat16": 2, "float32": 4, "float64": 8, "complex64": 8, "complex128": 16, "float8_e4m3fn": 1, "float8_e5m2": 1,
         "float8_e4m3fnuz": 1, "float8_e5m2fnuz": 1, "float8_e8m0fnu": 1}
MAX_BYTES = 1 << 31
# Classes of a single number, by the last part of their names.
NUMBERS = {"__half": "float16", "half": "float16", "_Float16": "float16", "__nv_bfloat16": "bfloat16", "bfloat16": "bfloat16",
           "__bf16": "bfloat16", "complex<float>": "complex64", "complex<double>": "complex128", "__nv_fp8_e4m3": "float8_e4m3fn",
           "__nv_fp8_e5m2": "float8_e5m2", "__nv_fp8_e8m0": "float8_e8m0fnu"}


class CannotShow(Exception):
    """Something other than an array; the text says why, and what to do."""


class Element:
    """The element at one address: a number, or a few of one type, such as those of a color."""

    def __init__(self, type, shape=(), strides=()):
        self.type = type
        self.shape = tuple(shape)
        self.strides = tuple(strides)

    def __eq__(self, other):
        return (self.type, self.shape, self.strides) == (other.type, other.shape, other.strides)


class Array:
    """Strides are in bytes, one for each axis."""

    def __init__(self, address, type, shape, strides=None):
        self.address = address
        self.type = type
        self.shape = tuple(shape)
        self.strides = packed(self.shape, SIZES[type]) if strides is None else tuple(strides)
        if any(extent < 0 for extent in self.shape) or len(self.shape) > 16:
            raise CannotShow(f"its shape is {self.shape}, so it is not initialized yet, or no array")

    @property
    def num_elements(self):
        count = 1
        for extent in self.shape:
            count *= extent
        return count

    @property
    def is_packed(self):
        return all(stride == expected or extent == 1
                   for stride, expected, extent in zip(self.strides, packed(self.shape, SIZES[self.type]), self.shape))

    def read(self):
        """The bytes from the lowest to the highest element, and the position of the first element in them."""
        if self.num_elements == 0:
            return b"", 0
        reaches = [stride * (extent - 1) for stride, extent in zip(self.strides, self.shape)]
        low = sum(reach for reach in reaches if reach < 0)
        size = sum(reach for reach in reaches if reach > 0) - low + SIZES[self.type]
        if size > MAX_BYTES:
            raise CannotShow(f"it has {size:,} bytes, more than 2 GiB; show a part of it, with a smaller shape")
        return read_memory(self.address + low, size), -low

    def __str__(self):
        return f"{self.type} ({', '.join(map(str, self.shape))}{',' if len(self.shape) == 1 else ''})"


def read_memory(address, size):
    try:
        return gdb.selected_inferior().read_memory(address, size)
    except gdb.error as error:
        raise CannotShow(f"{size:,} bytes at {address:#x} cannot be read; check the pointer and the shape ({error})") from None


def read_number(address, size=8):
    return int.from_bytes(bytes(read_memory(address, size)), "little", signed=True)


def packed(shape, itemsize):
    """The strides of C order without gaps."""
    strides = []
    for extent in reversed(shape):
        strides.insert(0, itemsize)
        itemsize *= extent
    return tuple(strides)


def plain(type):
    """Without typedefs, const and references."""
    type = type.strip_typedefs()
    if type.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        type = type.target().strip_typedefs()
    return type.unqualified()


def target_of(value):
    """The type that a pointer refers to, or an array consists of."""
    return plain(value.type).target()


def data_fields(type):
    """The members and base classes that take memory."""
    found = [field for field in type.fields() if hasattr(field, "bitpos") and not is_empty(field.type)]
    return sorted(found, key=lambda field: field.bitpos)


def is_empty(type):
    type = plain(type)
    return type.code == gdb.TYPE_CODE_STRUCT and type.sizeof == 1 and not data_fields(type)


def leaves(value):
    """The pointers and integers in an object, in the order of their addresses."""
    type = plain(value.type)
    if type.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        for field in data_fields(type):
            yield from leaves(value[field])
    elif type.code == gdb.TYPE_CODE_ARRAY:
        for index in range(type.range()[0], type.range()[1] + 1):
            yield from leaves(value[index])
    elif type.code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_INT):
        yield value


def number_type(type):
    """The name of a type of numbers; None for others."""
    named = NUMBERS.get((type.name or "").split("::")[-1])
    if named and SIZES[named] == type.sizeof:
        return named
    if type.code == gdb.TYPE_CODE_BOOL and type.sizeof == 1:
        return "bool"
    if type.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR, gdb.TYPE_CODE_ENUM) and type.sizeof <= 8:
        is_signed = int(gdb.Value(-1).cast(type)) < 0
        return f"{'int' if is_signed else 'uint'}{8 * type.sizeof}"
    kind = {gdb.TYPE_CODE_FLT: "float", gdb.TYPE_CODE_COMPLEX: "complex"}.get(type.code)
    name = f"{kind}{8 * type.sizeof}"
    return name if name in SIZES else None


def element_of(type):
    """An Element; None for what consists of something else than numbers of one type."""
    type = plain(type)
    named = number_type(type)
    if named:
        return Element(named)
    if type.code == gdb.TYPE_CODE_ARRAY:
        inner = element_of(type.target())
        first, last = type.range()
        return inner and Element(inner.type, (last - first + 1, *inner.shape), (type.target().sizeof, *inner.strides))
    if type.code not in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return None
    fields = data_fields(type)
    parts = [element_of(field.type) for field in fields]
    if not parts or any(part is None or part != parts[0] for part in parts) or any(field.bitsize for field in fields):
        return None
    # A single member, such as that of std::array, or names for the same memory.
    if all(plain(field.type).sizeof == type.sizeof for field in fields):
        return parts[0]
    size = plain(fields[0].type).sizeof
    is_even = type.code == gdb.TYPE_CODE_STRUCT and all(field.bitpos == 8 * size * place for place, field in enumerate(fields))
    if len(fields) > 4 or not is_even or type.sizeof != size * len(fields):
        return None
    return Element(parts[0].type, (len(fields), *parts[0].shape), (size, *parts[0].strides))


def array_of(address, type, shape=(), strides=None):
    """An array of elements of a type of the program; strides are those of `shape`."""
    element = element_of(type)
    if element is None:
        raise CannotShow(f"its elements are of type {type}, not numbers of one type; show a member of them")
    strides = packed(shape, plain(type).sizeof) if strides is None else strides
    return Array(int(address), element.type, (*shape, *element.shape), (*strides, *element.strides))


def template_arguments(name):
    """The texts between the first < and its >, at commas of that level: "a<b, c<d>>" has "b" and "c<d>"."""
    depth, parts = 0, [""]
    for letter in re.sub(r"^[^<]*", "", name):
        depth -= letter == ">"
        if depth == 0 and letter == ">":
            break
        if depth == 1 and letter == ",":
            parts.append("")
        elif depth > 0:
            parts[-1] += letter
        depth += letter == "<"
    return [part.strip() for part in parts]

"""The classes of libraries whose objects are arrays, read from their members: nothing is called in the program."""

import re

import gdb

from .array import SIZES, Array, CannotShow, array_of, data_fields, element_of, leaves, plain, read_memory, read_number, target_of, template_arguments

DYNAMIC = -1


def name_of(type):
    return plain(type).name or plain(type).tag or ""


def whole(text):
    """A number in a template argument, such as 18446744073709551615ul, which is -1 of another type."""
    number = int(re.match(r"-?\d+", text).group())
    return DYNAMIC if number in (2**64 - 1, 2**32 - 1) else number


def pointers_in(value):
    return [leaf for leaf in leaves(value) if plain(leaf.type).code == gdb.TYPE_CODE_PTR]


def numbers_in(value):
    return [int(leaf) for leaf in leaves(value) if plain(leaf.type).code == gdb.TYPE_CODE_INT]


def vector(value):
    if template_arguments(name_of(value.type))[0] == "bool":
        raise CannotShow("a vector<bool> stores bits; use a vector of another type")
    begin, end, *_ = pointers_in(value)
    size = plain(target_of(begin)).sizeof
    return array_of(begin, target_of(begin), ((int(end) - int(begin)) // size,))


def span(value):
    data, *_ = pointers_in(value)
    extent = whole(template_arguments(name_of(value.type))[1])
    return array_of(data, target_of(data), (numbers_in(value)[0] if extent == DYNAMIC else extent,))


def mdspan(value):
    """An mdspan of any library: the only pointer is that to the elements; the numbers are the dynamic extents, then any strides."""
    _, extents, layout, *_ = template_arguments(name_of(value.type))
    shape = [whole(text) for text in template_arguments(extents)[1:]]
    data, *_ = pointers_in(value)
    numbers = numbers_in(value)
    shape = [numbers.pop(0) if extent == DYNAMIC else extent for extent in shape]
    itemsize = plain(target_of(data)).sizeof
    layout = layout.split("::")[-1]
    if layout == "layout_right":
        return array_of(data, target_of(data), shape)
    if layout == "layout_left":
        strides = [itemsize]
        for extent in shape[:-1]:
            strides.append(strides[-1] * extent)
    elif layout == "layout_stride":
        strides = [number * itemsize for number in numbers[:len(shape)]]
    else:
        raise CannotShow(f"its layout is {layout}; show its data as a shape, such as: texelscope POINTER as 480x640")
    return array_of(data, target_of(data), shape, strides[:len(shape)])


def eigen_array(address, scalar, arguments, rows, columns, inner=1, outer=None):
    """The arguments are those of Eigen::Matrix. Strides are in scalars. A vector has one axis."""
    is_row_major = whole(arguments[3]) & 1
    size = plain(scalar).sizeof
    outer = outer or (columns if is_row_major else rows)
    strides = (outer * size, inner * size) if is_row_major else (inner * size, outer * size)
    axes = [axis for axis, extent in enumerate(arguments[1:3]) if whole(extent) != 1]
    return array_of(address, scalar, [(rows, columns)[axis] for axis in axes], [strides[axis] for axis in axes])


def eigen_matrix(value):
    arguments = template_arguments(name_of(value.type))
    storage = value["m_storage"]
    rows, columns = (int(storage[member]) if whole(static) == DYNAMIC else whole(static)
                     for member, static in (("m_rows", arguments[1]), ("m_cols", arguments[2])))
    data = storage["m_data"]
    if plain(data.type).code == gdb.TYPE_CODE_PTR:
        return eigen_array(data, target_of(data), arguments, rows, columns)
    elements = data["array"]
    return eigen_array(elements.address, target_of(elements), arguments, rows, columns)


def eigen_map(value):
    """Also Eigen::Ref. Extents and strides that are part of the type take no memory."""
    plain_type, _, stride_type = template_arguments(name_of(value.type))
    arguments = template_arguments(plain_type)

    def dynamic(member, static):
        return numbers_in(member)[0] if whole(static) == DYNAMIC else whole(static)

    rows, columns = dynamic(value["m_rows"], arguments[1]), dynamic(value["m_cols"], arguments[2])
    strides = template_arguments(stride_type)
    kind = stride_type.split("<")[0].split("::")[-1]
    outer, inner = {"Stride": strides, "OuterStride": [*strides, "0"], "InnerStride": ["0", *strides]}[kind]
    outer, inner = dynamic(value["m_stride"]["m_outer"], outer), dynamic(value["m_stride"]["m_inner"], inner)
    data = value["m_data"]
    inner = inner or 1
    length = columns if whole(arguments[3]) & 1 else rows
    return eigen_array(data, target_of(data), arguments, rows, columns, inner, outer or length * inner)


def opencv_mat(value):
    depths = ("uint8", "int8", "uint16", "int16", "int32", "float32", "float64", "float16")
    flags, dims = int(value["flags"]), int(value["dims"])
    channels = (flags >> 3 & 511) + 1
    if dims == 0:
        raise CannotShow("the cv::Mat is empty")
    sizes = [int(value["rows"]), int(value["cols"])] if dims <= 2 else [int(value["size"]["p"][axis]) for axis in range(dims)]
    strides = [int(value["step"]["p"][axis]) for axis in range(len(sizes))]
    kind = depths[flags & 7]
    if channels > 1:
        sizes, strides = [*sizes, channels], [*strides, SIZES[kind]]
    return Array(int(value["data"]), kind, sizes, strides)


# NumPy's numbers of types.
NUMPY_TYPES = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "int64", "uint64", "float32", "float64", None,
               "complex64", "complex128", None, None, None, None, None, None, None, "float16")


def c_string(address):
    return bytes(read_memory(address, 64)).split(b"\0")[0].decode(errors="replace")


def class_name(address):
    """The name of the class of a Python object."""
    return c_string(read_number(read_number(address + 8) + 24))


def numpy_array(address):
    """A PyArrayObject by the positions of its members, which NumPy keeps: its type may lack debug information."""
    if class_name(address) != "numpy.ndarray":
        raise CannotShow(f"the object at {address:#x} is of Python's class {class_name(address)}; show a numpy.ndarray")
    data, shape, strides, dtype = (read_number(address + offset) for offset in (16, 32, 40, 56))
    rank = read_number(address + 24, 4)
    if not 0 <= rank <= 64:
        raise CannotShow(f"the array at {address:#x} has {rank} axes, so it is not initialized")
    order, number = bytes(read_memory(dtype + 26, 1)), read_number(dtype + 28, 4)
    # Types of other packages, such as bfloat16, by the names of their classes.
    kind = NUMPY_TYPES[number] if number < len(NUMPY_TYPES) else c_string(read_number(read_number(dtype + 16) + 24)).split(".")[-1]
    if kind not in SIZES or order == b">":
        raise CannotShow(f"its elements are of NumPy's type {number}, in byte order {order.decode()}; show an array of numbers of this machine")
    return Array(data, kind, [read_number(shape + 8 * axis) for axis in range(rank)], [read_number(strides + 8 * axis) for axis in range(rank)])


def python_object(value):
    """PyObject, PyArrayObject, or a class around a pointer to them."""
    pointers = [pointer for pointer in pointers_in(value) if "PyObject" in str(pointer.type) or "_object" in str(pointer.type)]
    return numpy_array(int(pointers[0]) if name_of(value.type).startswith(("pybind11::", "nanobind::")) else int(value.address))


def dimensions(value):
    return numbers_in(value["values_"])[:int(value["size_"])]


def memory_view(value):
    memory, layout = value["memory_"], value["layout_"]
    if not memory["is_host_accessible"]:
        raise CannotShow("its memory is on a CUDA device, which gdb cannot read; show a copy on the host")
    address = int(memory["pointer"]["value"])
    if value["buffer_"]["_M_payload"]["_M_engaged"]:
        address = buffer(value["buffer_"]["_M_payload"]["_M_payload"]["_M_value"]).address
    kind, bits = str(value["type_"]["kind_"]).split("::")[-1], int(value["type_"]["bits_"])
    names = {"boolean": "bool", "signed_integer": f"int{bits}", "unsigned_integer": f"uint{bits}", "floating_point": f"float{bits}",
             "complex": f"complex{bits}"}
    name = names.get(kind, kind)
    if name not in SIZES:
        raise CannotShow(f"its elements are {name}; show a view of numbers")
    itemsize = int(layout["itemsize_"])
    address += int(layout["slice_offset_"]) * itemsize
    return Array(address, name, dimensions(layout["shape_"]), [stride * itemsize for stride in dimensions(layout["strides_"])])


def buffer(value):
    box = pointers_in(value["box_"])[0]
    if int(box) == 0:
        raise CannotShow("the buffer is closed")
    try:
        return Array(int(box["pointer_"]["value"]), "uint8", (int(box["size_bytes_"]),))
    except gdb.error:
        raise CannotShow("the library has no debug information; show buffer.handle().value as a shape and a type") from None


def image(value):
    shape = [int(value[member]) for member in ("depth", "height", "width", "channels")]
    shape = shape[1:] if shape[0] == 1 else shape
    return Array(int(pointers_in(value["pixels"])[0]), str(value["type"]).split("::")[-1], shape[:-1] if shape[-1] == 1 else shape)


READERS = [(re.compile(pattern), reader) for pattern, reader in (
    (r"std::(\w+::)*vector<", vector), (r"(\w+::)*span<", span), (r"(\w+::)*mdspan<", mdspan), (r"Eigen::(Matrix|Array)<", eigen_matrix),
    (r"Eigen::(Map|Ref)<", eigen_map), (r"cv::(\w+::)*Mat$", opencv_mat),
    (r"_object$|PyObject$|(tag)?PyArrayObject|pybind11::(array|object|handle)", python_object),
    (r"texelscope::gpu::StridedMemoryView$", memory_view), (r"texelscope::gpu::Buffer$", buffer), (r"texelscope::app::Image$", image))]


def reader_of(value):
    """The reader of an object's class, and the object as that class: its own, or a base class."""
    for pattern, reader in READERS:
        if pattern.match(name_of(value.type)):
            return reader, value
    if plain(value.type).code == gdb.TYPE_CODE_STRUCT:
        for field in data_fields(plain(value.type)):
            found = reader_of(value[field]) if field.is_base_class else None
            if found:
                return found
    return None


def object_of(value):
    """The target of a reference or a pointer to one of these classes; other values themselves."""
    if value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        value = value.referenced_value()
    type = plain(value.type)
    if type.code == gdb.TYPE_CODE_PTR and plain(type.target()).code == gdb.TYPE_CODE_STRUCT and reader_of(value.dereference()):
        return value.dereference()
    return value


def describe(value):
    """The Array of a value. A pointer needs a shape, unless it points to one of these classes."""
    value = object_of(value)
    if plain(value.type).code == gdb.TYPE_CODE_PTR:
        raise CannotShow("it is a pointer; add the shape, and the type if it is another one, such as: as 480x640 float32")
    found = reader_of(value)
    if found:
        reader, value = found
        return reader(value)
    if element_of(value.type) is None:
        raise CannotShow(f"type {value.type} is not an array of numbers; show one of its members")
    if value.address is None:
        raise CannotShow("it lies in registers; show something in memory, or compile with -O0")
    return array_of(value.address, value.type)


def describe_as(value, shape, kind):
    """The Array of a value's memory with another shape, and type unless `kind` is None."""
    if kind is not None and kind not in SIZES:
        raise CannotShow(f"type {kind} is unknown; use a name of NumPy, such as float32, uint8 or complex64")
    value = object_of(value)
    code = plain(value.type).code
    if code == gdb.TYPE_CODE_PTR:
        if kind is not None:
            return Array(int(value), kind, shape)
        if plain(target_of(value)).code == gdb.TYPE_CODE_VOID:
            raise CannotShow("it is a void pointer; add the type, such as float32, after the shape")
        return array_of(value, target_of(value), shape)
    if code == gdb.TYPE_CODE_INT and kind is not None:
        return Array(int(value), kind, shape)
    found = describe(value)
    shown = Array(found.address, kind or found.type, shape)
    size, available = shown.num_elements * SIZES[shown.type], found.num_elements * SIZES[found.type]
    if not found.is_packed or size > available:
        raise CannotShow(f"it has {available:,} bytes{'' if found.is_packed else ' with gaps'}, but this shape needs {size:,} without gaps")
    return shown

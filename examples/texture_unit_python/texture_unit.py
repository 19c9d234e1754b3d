"""The part of texelscope_texture_unit.h that the example needs, through ctypes: a 2D texture, and many fetches at once."""

import ctypes
from ctypes import POINTER, byref, c_float, c_int32, c_int64, c_uint32, c_uint64, c_void_p

UINT8, FLOAT32 = 0, 7
WRAP, CLAMP, MIRROR, BORDER = range(4)
SHAPE_2D, LINEAR, NORMALIZED_FLOAT = 1, 1, 1


def structure(name, **members):
    return type(name, (ctypes.Structure,), {"_fields_": list(members.items())})


Column = structure("Column", numbers=c_void_p, stride_bytes=c_int64)
Level = structure("Level", texels=c_void_p, size_bytes=c_uint64, row_pitch_bytes=c_uint64, slice_pitch_bytes=c_uint64)
Descriptor = structure(
    "Descriptor", struct_size=c_uint32, shape=c_int32, format=c_int32, num_channels=c_int32, width=c_uint64, height=c_uint64,
    depth=c_uint64, num_layers=c_uint64, num_levels=c_uint32, is_mipmapped=c_int32, is_texture_gather=c_int32,
    borrows_texels=c_int32, address_mode=c_int32 * 3, filter_mode=c_int32, mipmap_filter_mode=c_int32, read_mode=c_int32,
    normalized_coords=c_int32, srgb=c_int32, seamless_cubemap=c_int32, disable_trilinear_optimization=c_int32,
    max_anisotropy=c_uint32, mipmap_level_bias=c_float, min_mipmap_level_clamp=c_float, max_mipmap_level_clamp=c_float,
    border_color=c_float * 4)
FetchList = structure(
    "FetchList", struct_size=c_uint32, operation=c_int32, count=c_uint64, x=Column, y=Column, z=Column, layer=Column,
    level=Column, dx=Column * 3, dy=Column * 3, element=Column, component=c_int32, max_threads=c_uint32, results=c_void_p,
    result_stride_bytes=c_int64, num_results=c_int32, reserved=c_int32)


class Texture:
    """A 2D texture of uint8 or float32 NumPy texels of shape (height, width, channels), whose channels are contiguous."""

    def __init__(self, library, texels, address, filter_mode=LINEAR):
        self._library = ctypes.CDLL(library)
        self._library.texelscope_last_error.restype = ctypes.c_char_p
        self._library.texelscope_texture_destroy.argtypes = [c_void_p]
        self._library.texelscope_texture_fetch_many.argtypes = [c_void_p, POINTER(FetchList)]
        self._handle = c_void_p()
        height, width, channels = texels.shape
        descriptor = Descriptor(
            struct_size=ctypes.sizeof(Descriptor), shape=SHAPE_2D, format=UINT8 if texels.itemsize == 1 else FLOAT32,
            num_channels=channels, width=width, height=height, address_mode=(c_int32 * 3)(address, address, address),
            filter_mode=filter_mode, read_mode=NORMALIZED_FLOAT, normalized_coords=1)
        level = Level(texels.ctypes.data, texels.nbytes, texels.strides[0], 0)
        self._check(self._library.texelscope_texture_create(byref(descriptor), byref(level), byref(self._handle)))

    def _check(self, status):
        if status != 0:
            raise ValueError(self._library.texelscope_last_error().decode())

    def fetch_many(self, x, y, results):
        """Fetches at float32 arrays x and y, of any strides, into a float32 array of shape (count, channels)."""
        column = lambda numbers: Column(numbers.ctypes.data, numbers.strides[0])  # noqa: E731
        fetches = FetchList(struct_size=ctypes.sizeof(FetchList), count=len(x), x=column(x), y=column(y),
                            results=results.ctypes.data, result_stride_bytes=results.strides[0], num_results=results.shape[1])
        self._check(self._library.texelscope_texture_fetch_many(self._handle, byref(fetches)))

    def __del__(self):
        if self._handle:
            self._library.texelscope_texture_destroy(self._handle)

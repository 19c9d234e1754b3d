"""The same fetches by the texture unit of a GPU, through the CUDA driver alone: CUDA's tex2D() is the instruction tex.2d."""

import ctypes
from ctypes import byref, c_int, c_size_t, c_uint, c_uint64, c_void_p

KERNEL = b"""
.version 7.0
.target sm_75
.address_size 64
.visible .entry draw(.param .u64 texture, .param .u64 coordinates, .param .u64 results, .param .u32 count) {
  .reg .pred %is_outside;
  .reg .b32 %i, %n, %block, %threads;
  .reg .b64 %t, %c, %r, %offset;
  .reg .f32 %x, %y, %a<4>;
  ld.param.u64 %t, [texture];
  ld.param.u64 %c, [coordinates];
  ld.param.u64 %r, [results];
  ld.param.u32 %n, [count];
  mov.u32 %block, %ctaid.x;
  mov.u32 %threads, %ntid.x;
  mov.u32 %i, %tid.x;
  mad.lo.u32 %i, %block, %threads, %i;
  setp.ge.u32 %is_outside, %i, %n;
  @%is_outside ret;
  mul.wide.u32 %offset, %i, 8;
  add.u64 %c, %c, %offset;
  ld.global.v2.f32 {%x, %y}, [%c];
  tex.2d.v4.f32.f32 {%a0, %a1, %a2, %a3}, [%t, {%x, %y}];
  mul.wide.u32 %offset, %i, 16;
  add.u64 %r, %r, %offset;
  st.global.v4.f32 [%r], {%a0, %a1, %a2, %a3};
  ret;
}
\0"""


def structure(name, **members):
    return type(name, (ctypes.Structure,), {"_fields_": list(members.items())})


ArrayDescriptor = structure("ArrayDescriptor", width=c_size_t, height=c_size_t, format=c_int, num_channels=c_uint)
Side = {"x": c_size_t, "y": c_size_t, "kind": c_int, "host": c_void_p, "device": c_uint64, "array": c_void_p, "pitch": c_size_t}
Copy = structure("Copy", **{f"source_{name}": kind for name, kind in Side.items()},
                 **{f"target_{name}": kind for name, kind in Side.items()}, width=c_size_t, height=c_size_t)
Resource = structure("Resource", kind=c_int, array=c_void_p, reserved=c_int * 30, flags=c_uint)
Settings = structure("Settings", address=c_int * 3, filter=c_int, flags=c_uint, others=c_int * 21)


def call(driver, name, *arguments):
    if (status := getattr(driver, name)(*arguments)) != 0:
        raise OSError(f"{name} failed with CUDA error {status}")


def tex2d(texels, coordinates, address, results):
    """Fetches from uint8 texels of shape (height, width, 4), normalized and filtered. Raises OSError without a GPU."""
    driver = ctypes.CDLL("libcuda.so.1")
    height, width, channels = texels.shape
    context, array, texture, module, kernel = c_void_p(), c_void_p(), c_uint64(), c_void_p(), c_void_p()
    call(driver, "cuInit", 0)
    call(driver, "cuDevicePrimaryCtxRetain", byref(context), 0)
    call(driver, "cuCtxSetCurrent", context)
    call(driver, "cuArrayCreate_v2", byref(array), byref(ArrayDescriptor(width, height, 1, channels)))
    call(driver, "cuMemcpy2D_v2", byref(Copy(source_kind=1, source_host=texels.ctypes.data, source_pitch=texels.strides[0],
                                             target_kind=3, target_array=array, width=width * channels, height=height)))
    settings = Settings(address=(c_int * 3)(address, address, address), filter=1, flags=2)  # linear; normalized coordinates
    call(driver, "cuTexObjectCreate", byref(texture), byref(Resource(kind=0, array=array)), byref(settings), None)
    call(driver, "cuModuleLoadData", byref(module), KERNEL)
    call(driver, "cuModuleGetFunction", byref(kernel), module, b"draw")
    source, target = c_uint64(), c_uint64()
    call(driver, "cuMemAlloc_v2", byref(source), c_size_t(coordinates.nbytes))
    call(driver, "cuMemAlloc_v2", byref(target), c_size_t(results.nbytes))
    call(driver, "cuMemcpyHtoD_v2", source, c_void_p(coordinates.ctypes.data), c_size_t(coordinates.nbytes))
    operands = [texture, source, target, c_uint(len(coordinates))]
    pointers = (c_void_p * 4)(*[ctypes.addressof(operand) for operand in operands])
    call(driver, "cuLaunchKernel", kernel, (len(coordinates) + 255) // 256, 1, 1, 256, 1, 1, 0, None, pointers, None)
    call(driver, "cuMemcpyDtoH_v2", c_void_p(results.ctypes.data), target, c_size_t(results.nbytes))

#pragma once

/// TEXELSCOPE_KERNEL_FUNCTION marks functions that kernels call: compiled for the GPU and the host by nvcc, for the
/// host alone by a C++ compiler. Host and device run the same source, so the source is restricted to operations whose
/// results agree: IEEE add, subtract, multiply, divide and square root in a fixed order, and the functions of this
/// folder.
#ifdef __CUDACC__
#define TEXELSCOPE_KERNEL_FUNCTION __host__ __device__ __forceinline__
#else
#define TEXELSCOPE_KERNEL_FUNCTION inline
#endif

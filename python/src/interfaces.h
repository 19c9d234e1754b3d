#pragma once

#include <pybind11/pybind11.h>

#include "python/src/stream_argument.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::python {

/// The ways to a tensor's memory. Each orders the producer's work before the consumer's where the memory is on a CUDA
/// device, and throws BufferError when the object has not got it, or when `stream` says nothing then.

/// By the functions that the object's class gives to C (`__dlpack_c_exchange_api__`).
[[nodiscard]] gpu::StridedMemoryView view_by_exchange(const pybind11::object& object, const StreamArgument& stream);
/// By obj.__dlpack__(), of version 1 where the object knows it.
[[nodiscard]] gpu::StridedMemoryView view_by_dlpack(const pybind11::object& object, const StreamArgument& stream);
/// By __array_interface__ of version 3, in host memory.
[[nodiscard]] gpu::StridedMemoryView view_by_array_interface(const pybind11::object& object);
/// By __cuda_array_interface__ of version 2 or later. One of PyTorch's, which names no stream, is ordered after
/// PyTorch's current one.
[[nodiscard]] gpu::StridedMemoryView view_by_cuda_array_interface(const pybind11::object& object,
                                                                  const StreamArgument& stream);
/// By the first of these that the object has: exchange, DLPack, CUDA's array interface, the host's. A PyTorch tensor
/// comes by DLPack, which knows what it must refuse.
[[nodiscard]] gpu::StridedMemoryView view_by_any_interface(const pybind11::object& object,
                                                           const StreamArgument& stream);

}  // namespace texelscope::python

#pragma once

#include <pybind11/pybind11.h>
#include <optional>

#include "python/src/device_work.h"
#include "python/src/viewed_memory.h"
#include "texelscope/gpu/dlpack_exchange.h"
#include "texelscope/gpu/strided_memory_view.h"
#include "texelscope/gpu/tensor_metadata.h"

namespace texelscope::python {

/// The ways to a tensor's memory. Each orders the producer's work before the consumer's where the memory is on a CUDA
/// device, and throws BufferError when the object has not got it, or when `stream` says nothing then. Those by DLPack
/// read layout and type when they are asked for; the dicts of array interfaces, which may change, are read at once.

/// By the functions that the object's class gives to C (`__dlpack_c_exchange_api__`).
[[nodiscard]] ViewedMemory view_by_exchange(const pybind11::object& object, const StreamArgument& stream);
/// By obj.__dlpack__(), of version 1 where the object knows it.
[[nodiscard]] ViewedMemory view_by_dlpack(const pybind11::object& object, const StreamArgument& stream);
/// By __array_interface__ of version 3, in host memory. A tensor of PyTorch's, which has none, comes by DLPack.
[[nodiscard]] ViewedMemory view_by_array_interface(const pybind11::object& object, const StreamArgument& stream);
/// By __cuda_array_interface__ of version 2 or later. One of PyTorch's, which names no stream, is ordered after
/// PyTorch's current one.
[[nodiscard]] ViewedMemory view_by_cuda_array_interface(const pybind11::object& object, const StreamArgument& stream);
/// By the first of these that the object has: exchange, DLPack, CUDA's array interface, the host's. A PyTorch tensor
/// comes by DLPack, which knows what it must refuse. What DLPack's `__dlpack__` gives is read at once, as another
/// interface may serve where it cannot be.
[[nodiscard]] ViewedMemory view_by_any_interface(const pybind11::object& object, const StreamArgument& stream);

/// Of the capsule that a class has as `__dlpack_c_exchange_api__`.
inline constexpr const char* exchange_capsule_name = "dlpack_exchange_api";

/// The functions that the class of an object gives to C; nothing where it gives none. @throws as DLPackExchange.
[[nodiscard]] std::optional<gpu::DLPackExchange> exchange_of(PyObject* object);

/// Takes over the tensor of a capsule "dltensor" or "dltensor_versioned", which is marked as used. @throws BufferError
/// for any other object, a used capsule among them.
[[nodiscard]] gpu::ImportedTensor take_capsule(const pybind11::object& capsule);

/// A capsule "dltensor", or "dltensor_versioned" where `max_version` is (1, 0) or later. @throws BufferError for a
/// read-only view without a version.
[[nodiscard]] pybind11::capsule to_dlpack_capsule(const gpu::StridedMemoryView& view, pybind11::handle max_version);

}  // namespace texelscope::python

#pragma once

#include <pybind11/pybind11.h>
#include <optional>

#include "python/src/device_work.h"
#include "python/src/viewed_memory.h"
#include "texelscope/gpu/dlpack_exchange.h"
#include "texelscope/gpu/strided_memory_view.h"
#include "texelscope/gpu/tensor_metadata.h"

namespace texelscope::python {

/// Interfaces to a tensor's memory. Each orders the producer's work before the consumer's if the memory is on a CUDA
/// device, and throws BufferError if the object lacks the interface or, for such memory, `stream` is unspecified.
/// DLPack interfaces read layout and type lazily; the dicts of array interfaces, which may change, are read
/// immediately.

/// Through the C functions of the object's class (`__dlpack_c_exchange_api__`).
[[nodiscard]] ViewedMemory view_by_exchange(const pybind11::object& object, const StreamArgument& stream);
/// Through obj.__dlpack__(), version 1 if supported.
[[nodiscard]] ViewedMemory view_by_dlpack(const pybind11::object& object, const StreamArgument& stream);
/// Through __array_interface__ version 3, in host memory. A PyTorch tensor, which lacks it, is read through DLPack.
[[nodiscard]] ViewedMemory view_by_array_interface(const pybind11::object& object, const StreamArgument& stream);
/// Through __cuda_array_interface__ version 2 or later. PyTorch's interface specifies no stream, so access is ordered
/// after PyTorch's current stream.
[[nodiscard]] ViewedMemory view_by_cuda_array_interface(const pybind11::object& object, const StreamArgument& stream);
/// Through the first of these interfaces that the object has: exchange functions, DLPack, the CUDA array interface, the
/// host array interface. A PyTorch tensor is read through DLPack, which rejects invalid tensors. The result of
/// `__dlpack__` is read immediately, because another interface may work if it cannot be read.
[[nodiscard]] ViewedMemory view_by_any_interface(const pybind11::object& object, const StreamArgument& stream);

/// The name of the capsule that a class has as `__dlpack_c_exchange_api__`.
inline constexpr const char* exchange_capsule_name = "dlpack_exchange_api";

/// The C functions of an object's class; none if the class has none. @throws the errors of DLPackExchange.
[[nodiscard]] std::optional<gpu::DLPackExchange> exchange_of(PyObject* object);

/// Consumes the tensor of a capsule "dltensor" or "dltensor_versioned", and marks the capsule as used. @throws
/// BufferError for any other object, including a used capsule.
[[nodiscard]] gpu::ImportedTensor take_capsule(const pybind11::object& capsule);

/// A capsule "dltensor", or "dltensor_versioned" if `max_version` is (1, 0) or later. @throws BufferError for a
/// read-only view without a version.
[[nodiscard]] pybind11::capsule to_dlpack_capsule(const gpu::StridedMemoryView& view, pybind11::handle max_version);

}  // namespace texelscope::python

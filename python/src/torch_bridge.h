#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "python/src/device_work.h"
#include "texelscope/gpu/tensor_metadata.h"
#include "texelscope/gpu/torch_tensor.h"

namespace texelscope::python {

/// Whether an object is a torch.Tensor or a torch.nn.Parameter itself, of a PyTorch whose stable functions serve: 2.3
/// to 2.11, the newest that was tested. PyTorch is not imported for that. Of any other object DLPack tells.
[[nodiscard]] bool is_torch_tensor(PyObject* object) noexcept;

/// Such a tensor as the stable functions take it, and these.
[[nodiscard]] AtenTensorOpaque* torch_handle(PyObject* tensor) noexcept;
[[nodiscard]] const gpu::TorchFunctions& torch_functions() noexcept;
/// What such a tensor is; nothing, and no exception, where DLPack refuses it, or the stable functions cannot tell:
/// it requires a gradient, its conjugate or negative bit is set, its layout is sparse, its device or type another.
[[nodiscard]] std::optional<gpu::TensorMetadata> torch_metadata(PyObject* tensor) noexcept;

/// Makes the consumer's stream wait for what PyTorch has scheduled on its current one. @throws gpu::Error.
void wait_for_torch(int device, gpu::ForeignStream consumer);

/// Whether an object is a tensor of PyTorch of any version, or of a class made of one.
[[nodiscard]] bool is_of_torch(PyObject* object);
/// Refuses a tensor whose values are not what its memory holds, which DLPack may hand out all the same. @throws
/// BufferError when its negative or its conjugate bit is set.
void require_plain_torch(pybind11::handle tensor);

}  // namespace texelscope::python

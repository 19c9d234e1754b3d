#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "python/src/device_work.h"
#include "texelscope/gpu/tensor_metadata.h"
#include "texelscope/gpu/torch_tensor.h"

namespace texelscope::python {

/// Whether an object is exactly a torch.Tensor or torch.nn.Parameter, of a PyTorch whose stable functions are
/// supported: 2.3 to 2.11, the newest tested version. Does not import PyTorch. DLPack handles all other objects.
[[nodiscard]] bool is_torch_tensor(PyObject* object) noexcept;

/// The handle of such a tensor for the stable functions, and these functions.
[[nodiscard]] AtenTensorOpaque* torch_handle(PyObject* tensor) noexcept;
[[nodiscard]] const gpu::TorchFunctions& torch_functions() noexcept;
/// The metadata of such a tensor; none, without an exception, if DLPack must reject it, or the stable functions cannot
/// describe it: it requires a gradient, its conjugate or negative bit is set, its layout is sparse, or its device or
/// type is unsupported.
[[nodiscard]] std::optional<gpu::TensorMetadata> torch_metadata(PyObject* tensor) noexcept;

/// Makes the consumer's stream wait for the work that PyTorch has scheduled on its current stream. @throws gpu::Error.
void wait_for_torch(int device, gpu::ForeignStream consumer);

/// Whether an object is a tensor of any PyTorch version, or of a derived class.
[[nodiscard]] bool is_of_torch(PyObject* object);
/// Rejects a tensor whose values differ from its memory, which DLPack may export nevertheless. @throws BufferError if
/// its negative or conjugate bit is set.
void require_plain_torch(pybind11::handle tensor);

}  // namespace texelscope::python

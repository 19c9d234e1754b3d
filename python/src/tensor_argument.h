#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "app/images/image.h"
#include "app/labs/tensor/tensor_view.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::python {

/// A view of a tensor of any library, whose memory it keeps alive. On a CUDA device, the legacy default stream waits
/// for the library's work. @throws the errors of view().
[[nodiscard]] pybind11::object to_view(const pybind11::object& object);

/// A tensor of any library, imported by view(), with an owner. Waits until the library's work on a CUDA device is
/// complete, so that any stream may use it; an existing view is used unchanged. @throws the errors of view().
[[nodiscard]] gpu::StridedMemoryView to_tensor(const pybind11::object& object);

/// The same elements in host-accessible memory: `tensor` itself, or a copy. @throws gpu::Error.
[[nodiscard]] gpu::StridedMemoryView on_host(const gpu::StridedMemoryView& tensor);

/// An image as a tensor of (height, width), or (height, width, channels) if it has multiple channels.
[[nodiscard]] gpu::StridedMemoryView tensor_of(app::Image image);

/// A NumPy array of host-accessible memory, which it keeps alive. @throws NotImplementedError for elements without a
/// NumPy dtype.
[[nodiscard]] pybind11::array to_numpy(const gpu::StridedMemoryView& tensor);

/// The view settings of a tensor: the defaults, overridden by axes (rows, columns), channels, index, part, map, range,
/// symmetric and percentile. @throws TypeError, ValueError that name the option.
[[nodiscard]] app::TensorView to_tensor_view(const pybind11::dict& options, const gpu::StridedMemoryView& tensor);

}  // namespace texelscope::python

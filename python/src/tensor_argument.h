#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/images/image.h"
#include "app/labs/tensor/tensor_view.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::python {

/// The path that a str or an os.PathLike names; nothing for another object. @throws ValueError for a null
/// byte in it.
[[nodiscard]] std::optional<std::filesystem::path> to_path(pybind11::handle object);

/// A tensor of any library, as view() sees it, with an owner. Waits until what its library does on a CUDA device is
/// done, so that it may be used on any stream; a view that is given is taken as it is. @throws as view().
[[nodiscard]] gpu::StridedMemoryView to_tensor(const pybind11::object& object);

/// The same elements in memory that the host reaches: `tensor` itself, or a copy. @throws gpu::Error.
[[nodiscard]] gpu::StridedMemoryView on_host(const gpu::StridedMemoryView& tensor);

/// A picture as a tensor of (height, width), or (height, width, channels) where it has several.
[[nodiscard]] gpu::StridedMemoryView tensor_of(app::Image image);

/// A NumPy array of memory that the host reaches, which it keeps. @throws NotImplementedError for elements that NumPy
/// has no dtype for.
[[nodiscard]] pybind11::array to_numpy(const gpu::StridedMemoryView& tensor);

[[nodiscard]] pybind11::bytes to_bytes(const std::vector<std::byte>& bytes);

/// How a tensor is looked at: the view that comes with it, changed by axes (rows, columns), channels, index, part, map,
/// range, symmetric and percentile where they are given. @throws TypeError, ValueError, naming the option.
[[nodiscard]] app::TensorView to_tensor_view(const pybind11::dict& options, const gpu::StridedMemoryView& tensor);

}  // namespace texelscope::python

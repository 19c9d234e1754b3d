#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/files/named_tensor.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// A tensor as its header in a file tells it.
struct ListedTensor {
  /// One line, without control characters.
  std::string name;
  gpu::ElementType type;
  gpu::StridedLayout layout;
};

/// Whether a file's name is that of tensors: .npy or .npz.
[[nodiscard]] bool is_tensor_file(const std::filesystem::path& path);

/// The array of an .npy file, or those of an .npz archive in its order, under the names that NumPy gives them; members
/// that are no arrays are left out. Reads headers alone.
/// @throws FileError, gpu::InvalidArgument as gpu::read_npy_header(), for a file or a member that cannot be read, with
/// its name; for an archive without arrays.
[[nodiscard]] std::vector<ListedTensor> list_tensors(const std::filesystem::path& path);

/// Reads one of list_tensors() into memory of its own.
/// @throws as list_tensors(); FileError for a member that is damaged or larger than the memory that is free, and for a
/// position that the file no longer has.
[[nodiscard]] NamedTensor read_tensor(const std::filesystem::path& path, std::size_t position);

}  // namespace texelscope::app

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/files/named_tensor.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// A tensor as described by its header in a file.
struct ListedTensor {
  /// The name on one line, without control characters.
  std::string name;
  gpu::ElementType type;
  gpu::StridedLayout layout;
};

/// Whether a file's name is that of tensors: .npy or .npz.
[[nodiscard]] bool is_tensor_file(const std::filesystem::path& path);

/// The array of an .npy file, or the arrays of an .npz archive in archive order, with the names that NumPy uses;
/// members that are not arrays are skipped. Reads only headers.
/// @throws FileError, gpu::InvalidArgument as gpu::read_npy_header(), naming the unreadable file or member; FileError
/// for an archive without arrays.
[[nodiscard]] std::vector<ListedTensor> list_tensors(const std::filesystem::path& path);

/// Reads one of list_tensors() into new memory.
/// @throws as list_tensors(); FileError for a member that is damaged or larger than the free memory, and for a position
/// that the file no longer has.
[[nodiscard]] NamedTensor read_tensor(const std::filesystem::path& path, std::size_t position);

}  // namespace texelscope::app

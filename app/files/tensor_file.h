#pragma once

#include <filesystem>
#include <vector>

#include "app/files/named_tensor.h"

namespace texelscope::app {

/// Whether a file's name is that of tensors: .npy or .npz.
[[nodiscard]] bool is_tensor_file(const std::filesystem::path& path);

/// The array of an .npy file, or those of an .npz archive in its order, under the names that NumPy gives them. Each is
/// in memory of its own. What is no array in an archive is left out.
/// @throws FileError, gpu::InvalidArgument as gpu::read_npy(), for a file or a member that cannot be read, with its
/// name; for an archive without arrays.
[[nodiscard]] std::vector<NamedTensor> read_tensor_file(const std::filesystem::path& path);

}  // namespace texelscope::app

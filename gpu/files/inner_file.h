#pragma once

#include <filesystem>

#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu {

/// Opens a file or a folder inside `folder`, which itself may be a link. Links may lead anywhere inside the folder, but
/// not out of it, even if another process changes them at the same time: after they are resolved, the file is opened
/// component by component, without following links. `flags` as for open(2).
/// @throws std::system_error with the reason; the reason is EXDEV, as for openat2(2), if the file is outside.
[[nodiscard]] FileDescriptor open_inside(const std::filesystem::path& folder, const std::filesystem::path& path,
                                         int flags);

/// Creates a folder inside `folder`, and its missing parents. @throws std::system_error like open_inside().
void make_folders_inside(const std::filesystem::path& folder, const std::filesystem::path& path);

/// Removes a file or a link inside `folder` if it exists. @throws std::system_error like open_inside().
void remove_inside(const std::filesystem::path& folder, const std::filesystem::path& path);

}  // namespace texelscope::gpu

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// Bytes of an image in memory, checked before anything is allocated for it.
/// @throws FileError, naming `path`, for an extent of 0, one beyond max_image_extent, or 2 GiB and more.
[[nodiscard]] std::size_t checked_image_size(const std::filesystem::path& path, std::uint64_t width,
                                             std::uint64_t height, int channels, gpu::DataType type);

}  // namespace texelscope::app

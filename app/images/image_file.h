#pragma once

#include <filesystem>

#include "app/files/file_error.h"
#include "app/images/image.h"

namespace texelscope::app {

/// Largest width and height that is read: CUDA's limit for 2D arrays with surfaces is 32768 on current GPUs.
inline constexpr int max_image_extent = 32768;

/// Reads png, jpg, bmp, tga, hdr, pgm and ppm; 8 and 16 bit, float; 1–4 channels.
/// @throws FileError with the path, the reason and what to do.
[[nodiscard]] Image load_image(const std::filesystem::path& path);

/// Writes a PNG with 8 bits a channel; float pixels are rounded by the rule of kernels::to_unorm8. The file is complete
/// or not there: written beside its name, then renamed. @throws FileError.
void save_png(const std::filesystem::path& path, const Image& image);

}  // namespace texelscope::app

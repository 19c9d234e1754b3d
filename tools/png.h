#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace texelscope::tools {

/// 8 bits per channel, rows from top to bottom, channels interleaved.
struct Picture {
  Picture(int picture_width, int picture_height, int picture_channels)
      : width{picture_width},
        height{picture_height},
        channels{picture_channels},
        values(static_cast<std::size_t>(picture_width) * static_cast<std::size_t>(picture_height) *
               static_cast<std::size_t>(picture_channels)) {}

  int width;
  /// In texels.
  int height;
  int channels;
  std::vector<unsigned char> values;

  /// First channel of a texel inside the picture.
  unsigned char* at(int x, int y) {
    return values.data() +
           (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) *
               static_cast<std::size_t>(channels);
  }
};

/// @throws std::runtime_error with the path if the file is missing or not a PNG.
Picture read_png(const std::filesystem::path& path);
/// @throws std::runtime_error with the path if it cannot be written.
void write_png(const std::filesystem::path& path, const Picture& picture);

}  // namespace texelscope::tools

#pragma once

#include <array>
#include <filesystem>
#include <string_view>

#include "app/images/image.h"

namespace texelscope::app {

/// The endings of the names that save_image() takes, without the dot.
inline constexpr std::array<std::string_view, 3> saved_endings{"png", "exr", "npy"};

/// @throws FileError for a name whose ending save_image() does not take.
void require_saved_ending(const std::filesystem::path& path);

/// How a picture is written.
struct SaveOptions {
  /// Bits of each channel of a PNG: 8 or 16. Floats are held to 0 … 1, encoded by sRGB as a PNG says it is, and
  /// rounded; integers keep their part of the largest value.
  int png_bits = 8;
  /// Whether floats are encoded for a display, as integers are. OpenEXR has linear light: there both are decoded, by
  /// sRGB.
  bool is_encoded = false;
};

/// Writes a picture as the ending of its name says: PNG; OpenEXR of floats, channels Y, R G B or R G B A; or an .npy
/// file of its values as they are, of shape (height, width, channels), (depth, …) for a volume. The file is complete or
/// stays as it was. @throws FileError, also for another ending and for a volume in a format of pictures.
void save_image(const std::filesystem::path& path, const Image& image, const SaveOptions& options = {});

}  // namespace texelscope::app

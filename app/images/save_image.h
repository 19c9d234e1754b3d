#pragma once

#include <array>
#include <filesystem>
#include <string_view>

#include "app/images/image.h"

namespace texelscope::app {

/// The extensions that save_image() accepts, without the dot.
inline constexpr std::array<std::string_view, 3> saved_endings{"png", "exr", "npy"};

/// @throws FileError for a name with an extension that save_image() does not accept.
void require_saved_ending(const std::filesystem::path& path);

/// Options for writing an image.
struct SaveOptions {
  /// Bits per channel of a PNG: 8 or 16. Floats are clamped to 0 … 1, encoded as sRGB, as the PNG declares, and
  /// rounded; integers keep their fraction of the largest value.
  int png_bits = 8;
  /// Whether floats are encoded for a display, like integers. OpenEXR stores linear light, for which both are decoded
  /// from sRGB.
  bool is_encoded = false;
};

/// Writes an image in the format of the name's extension: PNG; OpenEXR of floats, with channels Y, R G B or R G B A; or
/// an .npy file of its unchanged values, of shape (height, width, channels), or (depth, …) for a volume. The file is
/// either complete or unchanged. @throws FileError, including for any other extension and for a volume in an image
/// format.
void save_image(const std::filesystem::path& path, const Image& image, const SaveOptions& options = {});

}  // namespace texelscope::app

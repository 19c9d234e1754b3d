#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Groups the channels of an OpenEXR file into images by their names.
namespace texelscope::app {

/// A part of the file, from its header.
struct ExrPart {
  /// Empty if the file has a single part.
  std::string name;
  /// Full names, such as "diffuse.R".
  std::vector<std::string> channels;
  bool is_deep = false;
};

/// Channels that are read as one image.
struct ExrPicture {
  std::string name;
  /// The position among the file's parts.
  std::size_t part = 0;
  /// The names of one to four channels, in the order of the image.
  std::vector<std::string> channels;
  /// Whether the last of several channels is alpha.
  bool has_alpha = false;
};

struct ExrPictures {
  std::vector<ExrPicture> all;
  /// The first `num_whole` do not share channels; individual channels of these follow.
  std::size_t num_whole = 0;
};

/// For each layer of each part, starting with the unnamed layer: R, G, B and A, or some of them, or X, Y and Z, or U
/// and V, as one image with the name "layer.RGB"; then each channel by itself. Letters may be small, and colors may be
/// words, such as "red"; the layer may follow the letter, as in "R.layer"; and the name before the point may be empty.
/// If the file has multiple parts, names begin with "part/". A deep part is one image without channels.
[[nodiscard]] ExrPictures exr_pictures(std::span<const ExrPart> parts);

}  // namespace texelscope::app

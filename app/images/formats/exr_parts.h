#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Groups the channels of an OpenEXR file into pictures, by their names.
namespace texelscope::app {

/// A part of the file, as its header has it.
struct ExrPart {
  /// Empty where the file has one part.
  std::string name;
  /// Full names, such as "diffuse.R".
  std::vector<std::string> channels;
  bool is_deep = false;
};

/// Channels that are read as one picture.
struct ExrPicture {
  std::string name;
  /// The position among the file's parts.
  std::size_t part = 0;
  /// One to four, in the order in which the picture has them.
  std::vector<std::string> channels;
};

struct ExrPictures {
  std::vector<ExrPicture> all;
  /// The first so many are held by no other picture; behind them come channels of these.
  std::size_t num_whole = 0;
};

/// For each layer of each part, the layer without a name first: R, G, B and A, or a part of them, or X, Y and Z, or U
/// and V, as one picture that is named "layer.RGB"; then each channel by itself. In a file of several parts "part/"
/// comes before. A deep part is one picture without channels.
[[nodiscard]] ExrPictures exr_pictures(std::span<const ExrPart> parts);

}  // namespace texelscope::app

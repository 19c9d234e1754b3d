#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace texelscope::app {

/// The images of two files with multiple images.
struct PartPairs {
  /// The positions of images with the same name in the expected and in the actual file, in the expected file's order.
  std::vector<std::pair<std::size_t, std::size_t>> same;
  /// Names that the actual file lacks.
  std::vector<std::string> missing;
  /// Names that the expected file lacks.
  std::vector<std::string> added;
};

/// Pairs images by name. In OpenEXR files, a layer is the same with different color channels, such as "a.RGB" and
/// "a.rgba", and so are the unnamed layer and that with an empty name, "RGB" and ".RGB".
[[nodiscard]] PartPairs pair_parts(std::span<const std::string> expected, std::span<const std::string> actual);

/// The images without a partner in one line: "the actual file has no 'a', and the expected file has no 'b'"; empty if
/// there are none.
[[nodiscard]] std::string unpaired_text(const PartPairs& pairs);

}  // namespace texelscope::app

#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace texelscope::app {

/// The pictures that follow the first one of a JPEG file, such as the gain map of an HDR photo (ISO 21496-1, Ultra HDR,
/// Apple's HDRGainMap), which are not read.
struct FurtherJpegs {
  /// Names each of them with its size, if known; empty if there is none.
  std::string note{};
  /// Where the last of them ends; where the first picture ends if there is none.
  std::size_t end = 0;
};

/// `end` is the end of the first picture. The others are those of its index (CIPA DC-007, Multi-Picture Format), or
/// else one that follows it immediately.
[[nodiscard]] FurtherJpegs further_jpegs(std::span<const std::byte> file, std::size_t end);

}  // namespace texelscope::app

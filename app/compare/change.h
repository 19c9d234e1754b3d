#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/compare/measures/comparison.h"
#include "app/images/image.h"

namespace texelscope::app {

/// How a pair fails.
enum class ChangeKind : unsigned char {
  /// The pair passes.
  none,
  changed,
  /// The images have different sizes.
  resized,
  /// There is no actual image.
  missing,
  /// There is no expected image.
  extra,
  /// A file cannot be read, or is incomplete.
  damaged
};

/// All kinds, as in "3 changed"; `none` is empty.
inline constexpr std::array<std::string_view, 6> change_kind_names{"",        "changed", "resized",
                                                                   "missing", "extra",   "damaged"};
[[nodiscard]] inline std::string_view to_string(ChangeKind kind) {
  return change_kind_names[static_cast<std::size_t>(kind)];
}

/// The sizes of two images in pixels.
struct ImageSizes {
  std::array<int, 2> expected{};
  std::array<int, 2> actual{};
};

/// Red, green and blue, encoded for a display.
using MeanColor = std::array<std::uint8_t, 3>;
/// The mean colors of a cluster's differing pixels.
struct ColorChange {
  MeanColor expected{};
  MeanColor actual{};
};

/// The number of clusters whose colors are measured.
inline constexpr std::size_t most_color_changes = 8;

/// The color changes of the largest clusters of two images of the same size; integers of 32 bits have none. Only some
/// pixels of a large cluster are read, because a group of like changes needs no exact color. Masked pixels do not
/// differ.
[[nodiscard]] std::vector<ColorChange> color_changes(const Image& expected, const Image& actual,
                                                     std::span<const DifferenceCluster> clusters,
                                                     std::span<const std::uint8_t> mask);

/// The pixels of a 2D image inside a rectangle, which has at least one.
[[nodiscard]] Image part_of(const Image& image, const PixelRectangle& part);

}  // namespace texelscope::app

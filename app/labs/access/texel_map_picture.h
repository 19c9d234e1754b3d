#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/accesses/access_file.h"
#include "app/images/color_map.h"
#include "app/images/image.h"

namespace texelscope::app {

/// A map of the texels of one memory: how often a launch read or wrote each.
struct TexelMapChoice {
  /// Index of RecordedAccesses::counts.
  std::size_t counts = 0;
  /// That of the counts.
  std::uint32_t object = 0;
  bool is_of_writes = false;
  /// "Launch 0: writes of surface 3 (64x64 uint8x4)".
  std::string title;
};

/// The maps that can be drawn: those of arrays whose rows are known.
[[nodiscard]] std::vector<TexelMapChoice> texel_map_choices(const RecordedAccesses& recorded);

/// A pixel for each texel of the first slice: black with 0 accesses, then brighter the more there are. Writes have
/// their own colors: gray for 1, bright for more.
[[nodiscard]] std::shared_ptr<const Image> texel_map_picture(const RecordedAccesses& recorded,
                                                             const TexelMapChoice& choice);
/// A color of such a picture, and the number of accesses that it stands for.
struct MapColor {
  Rgb color;
  std::string text;
};
/// At most five colors, with increasing numbers.
[[nodiscard]] std::vector<MapColor> texel_map_legend(const RecordedAccesses& recorded, const TexelMapChoice& choice);

/// The number at a texel; nothing outside.
[[nodiscard]] std::optional<std::uint32_t> texel_count(const RecordedAccesses& recorded, const TexelMapChoice& choice,
                                                       std::int64_t x, std::int64_t y);
/// "12 % never read, 4 reads of a texel on average, 16 at most"; the shares of texels that were written once or more
/// often.
[[nodiscard]] std::string texel_map_text(const RecordedAccesses& recorded, const TexelMapChoice& choice);

}  // namespace texelscope::app

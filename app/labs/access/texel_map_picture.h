#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/accesses/access_file.h"
#include "app/images/image.h"

namespace texelscope::app {

/// A map of the texels of one memory: how often a launch read or wrote each.
struct TexelMapChoice {
  /// Index of RecordedAccesses::counts.
  std::size_t counts = 0;
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
/// The number at a texel; nothing outside.
[[nodiscard]] std::optional<std::uint32_t> texel_count(const RecordedAccesses& recorded, const TexelMapChoice& choice,
                                                       std::int64_t x, std::int64_t y);
/// "12 % cold, at most 16 reads of a texel", "100 % written once".
[[nodiscard]] std::string texel_map_text(const RecordedAccesses& recorded, const TexelMapChoice& choice);

}  // namespace texelscope::app

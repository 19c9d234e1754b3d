#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/documents/documents.h"
#include "app/documents/picture_document.h"

namespace texelscope::app {

/// A value of the strip below a picture.
struct ReadoutItem {
  /// For tests and tooltips: "position", "texel_value", "other_value", "difference", "sampled_value", "stored_bytes".
  std::string name{};
  /// Before the value; omitted where there is no room for it.
  std::string label{};
  /// The value; empty if there is none under the mouse.
  std::string text{};
  /// The largest number of characters that the text can have for this picture, so that items keep their places.
  int columns = 0;
  /// The color that the value has on screen.
  std::optional<std::array<float, 3>> color{};
  /// The value's meaning, as sentences.
  std::string meaning{};
  /// Whether it is a texel, which has a color.
  bool has_swatch = false;
};

/// The values of a picture under the mouse, in their order: the position in the file's numbers, the texel as stored, in
/// comparisons those of both pictures and their difference, the bytes of a packed or block-compressed texel, and what
/// the texture unit returns. All items are there without a mouse, too, with empty texts.
[[nodiscard]] std::vector<ReadoutItem> picture_readout(const Documents& documents, const PictureView& shown);

}  // namespace texelscope::app

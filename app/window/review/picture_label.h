#pragma once

#include <cstddef>
#include <string>

namespace texelscope::app {

struct State;

/// The label of a picture in the list.
struct PictureLabel {
  std::string title;
  /// Shown after the title: the picture's role in a comparison. Empty in a review, where the keys A and B have other
  /// meanings. "!" for an unreadable picture, and for one whose file is missing.
  std::string mark;
};

/// The label of the picture at a position of the list: its file name, or its role in a review, where both files have
/// the same name.
[[nodiscard]] PictureLabel picture_label(const State& state, std::size_t position);

}  // namespace texelscope::app

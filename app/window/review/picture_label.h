#pragma once

#include <cstddef>
#include <string>

namespace texelscope::app {

struct State;

/// How the list of pictures names one of them.
struct PictureLabel {
  std::string title;
  /// Behind the title: what the picture is in a comparison. Empty in a review, whose keys A and B do other things.
  /// "!" of one that cannot be read.
  std::string mark;
};

/// The label of the picture at a position of the list: the name of its file, or in a review, whose two files have one
/// name, what it is there.
[[nodiscard]] PictureLabel picture_label(const State& state, std::size_t position);

}  // namespace texelscope::app

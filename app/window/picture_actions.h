#pragma once

#include <vector>

#include "app/window/action.h"

namespace texelscope::app {

/// Whether there is a picture to save, whose values a lesson's question does not hide.
[[nodiscard]] bool has_picture_to_save(const State& state, int = 0);
/// The actions of how a picture is shown.
[[nodiscard]] std::vector<Action> image_actions();
/// The actions of the list of pictures, and of the values of the shown one.
[[nodiscard]] std::vector<Action> picture_actions();

}  // namespace texelscope::app

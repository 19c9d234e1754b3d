#pragma once

#include <functional>
#include <set>
#include <string>

#include "app/window/state.h"

namespace texelscope::app {

/// The names of the widgets that the panels of a state draw, in a window of 1280×720 that is not there: drawn until
/// the open lab has settled. Not while another window of the program is open.
[[nodiscard]] std::set<std::string, std::less<>> panel_widgets(State& state);

}  // namespace texelscope::app

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/workspace/state.h"

namespace texelscope::app {

/// Names and values to read from top to bottom; a value is one line.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// The facts for a bug report: build, device, driver, renderer, displays, scales and paths. `scale` is that of text and
/// widgets.
[[nodiscard]] Facts machine_facts(const State& state, double scale);
/// Plain text, one fact per line: "Device: cpu".
[[nodiscard]] std::string facts_text(const Facts& facts);

}  // namespace texelscope::app

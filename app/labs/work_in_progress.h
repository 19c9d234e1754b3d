#pragma once

#include <optional>
#include <string>

namespace texelscope::app {

/// A long operation during which the window stays responsive.
struct WorkInProgress {
  /// "Reading mountain.png".
  std::string title;
  /// 0 … 1; nothing if unknown.
  std::optional<double> progress{};
};

}  // namespace texelscope::app

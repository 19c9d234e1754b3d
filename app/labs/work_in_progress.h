#pragma once

#include <optional>
#include <string>

namespace texelscope::app {

/// Something that takes its time while the window goes on.
struct WorkInProgress {
  /// "Reading mountain.png".
  std::string title;
  /// 0 … 1; nothing where it is not known.
  std::optional<double> progress{};
};

}  // namespace texelscope::app

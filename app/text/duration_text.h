#pragma once

#include <string>

namespace texelscope::app {

/// Three significant digits: "1.25 ms", "18.0 µs", "2.10 s".
[[nodiscard]] std::string duration_text(double seconds);
/// A label of a time axis: "−50 ms", and "0" at its origin.
[[nodiscard]] std::string mark_text(double seconds);

}  // namespace texelscope::app

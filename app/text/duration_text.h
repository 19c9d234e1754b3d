#pragma once

#include <string>

namespace texelscope::app {

/// "1.25 ms", "18.0 µs", "2.10 s": three figures.
[[nodiscard]] std::string duration_text(double seconds);
/// A mark of an axis of time: "−50 ms", and "0" where it counts from.
[[nodiscard]] std::string mark_text(double seconds);

}  // namespace texelscope::app

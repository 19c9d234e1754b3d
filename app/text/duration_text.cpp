#include "app/text/duration_text.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace texelscope::app {
namespace {

/// The unit for times of this size: units per second, and its name.
std::pair<double, std::string_view> unit_of(double seconds) {
  const double size = std::abs(seconds);
  return size < 1e-3 ? std::pair{1e6, "µs"} : size < 1 ? std::pair{1e3, "ms"} : std::pair{1.0, "s"};
}

}  // namespace

std::string duration_text(double seconds) {
  const auto [scale, unit] = unit_of(seconds);
  const double value = seconds * scale;
  const int digits = std::abs(value) < 10 ? 2 : std::abs(value) < 100 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, digits, unit);
}

std::string mark_text(double seconds) {
  if (seconds == 0) {
    return "0";
  }
  const auto [scale, unit] = unit_of(seconds);
  return fmt::format("{}{:g} {}", seconds < 0 ? "−" : "", std::abs(seconds) * scale, unit);
}

}  // namespace texelscope::app

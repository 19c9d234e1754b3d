#include "app/text/bytes_text.h"

#include "app/text/count_text.h"

#include <fmt/format.h>

#include <array>

namespace texelscope::app {

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array units = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) {
    return count_text(bytes, "byte");
  }
  auto value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.4g} {}", value, units[unit]);
}

}  // namespace texelscope::app

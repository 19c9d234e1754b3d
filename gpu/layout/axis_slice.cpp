#include "texelscope/gpu/axis_slice.h"

#include <fmt/format.h>

namespace texelscope::gpu {

std::string to_string(const AxisSlice& slice) {
  if (slice.is_index()) {
    return fmt::format("{}", slice.index());
  }
  const auto part = [](bool is_given, std::int64_t value) { return is_given ? std::to_string(value) : std::string(); };
  std::string text = fmt::format("{}:{}", part(slice.has_start(), slice.start()), part(slice.has_stop(), slice.stop()));
  if (slice.has_step()) {
    text.append(":").append(std::to_string(slice.step()));
  }
  return text;
}

}  // namespace texelscope::gpu

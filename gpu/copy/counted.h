#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace texelscope::gpu::copy {

/// "1 block", "2 blocks": a count with its noun, whose plural ends in s.
[[nodiscard]] inline std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace texelscope::gpu::copy

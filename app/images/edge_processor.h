#pragma once

#include <string_view>

namespace texelscope::app {

/// Whose approximate reciprocal square root (RSQRTSS) this processor has: "Intel", "AMD", or "other". Dear ImGui places
/// the smooth edges of lines with it, and the two vendors' differ from the 12th bit on (Intel SDM, RSQRTSS: a relative
/// error of at most 1.5 · 2^-12), so pictures of a window are the same bytes only on processors of one of them.
[[nodiscard]] std::string_view edge_processor() noexcept;

}  // namespace texelscope::app

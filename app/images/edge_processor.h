#pragma once

#include <string_view>

namespace texelscope::app {

/// The vendor of this processor's approximate reciprocal square root (RSQRTSS): "Intel", "AMD", or "other". Dear ImGui
/// uses it to place the smooth edges of lines, and the results of the two vendors differ starting at the 12th bit
/// (Intel SDM, RSQRTSS: a relative error of at most 1.5 · 2^-12), so screenshots of a window are byte-identical only
/// among processors of one vendor.
[[nodiscard]] std::string_view edge_processor() noexcept;

}  // namespace texelscope::app

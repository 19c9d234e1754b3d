#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

enum class Verdict : std::uint8_t { neutral, holds, fails, unknown };

/// A property of a layout: its value, and in plain words with numbers why it is so.
struct LayoutReason {
  /// As the command line and cuda.core name it.
  std::string property;
  std::string value;
  std::string reason;
  Verdict verdict = Verdict::neutral;
  /// Whether the value says all, and the reason only what it means.
  bool is_plain = false;
};

/// Every property of a layout, sizes first, then what holds and what does not.
[[nodiscard]] std::vector<LayoutReason> layout_reasons(const gpu::StridedLayout& layout);

}  // namespace texelscope::app

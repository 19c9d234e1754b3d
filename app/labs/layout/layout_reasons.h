#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

enum class Verdict : std::uint8_t { neutral, holds, fails, unknown };

/// A property of a layout: its value, and the reason in plain words with numbers.
struct LayoutReason {
  /// Its name on the command line and in cuda.core.
  std::string property;
  std::string value;
  std::string reason;
  Verdict verdict = Verdict::neutral;
  /// Whether the value needs no reason; `reason` then only explains its meaning.
  bool is_plain = false;
};

/// Every property of a layout, sizes first, then those that are true or false.
[[nodiscard]] std::vector<LayoutReason> layout_reasons(const gpu::StridedLayout& layout);

}  // namespace texelscope::app

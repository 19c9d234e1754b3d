#pragma once

#include <algorithm>

#include "app/compare/measures/limits.h"

namespace texelscope::compare {

inline bool operator==(const PixelAmount& a, const PixelAmount& b) {
  return a.value == b.value && a.is_percent == b.is_percent;
}

inline bool operator==(const Limits& a, const Limits& b) {
  return a.ignores_antialiasing == b.ignores_antialiasing && a.max_differing == b.max_differing &&
         std::ranges::all_of(app::limit_declarations(),
                             [&](const app::LimitDeclaration& each) { return a.*each.member == b.*each.member; });
}

}  // namespace texelscope::compare

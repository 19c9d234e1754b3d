#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "texelscope/gpu/element_type.h"

namespace texelscope::gpu {

struct ElementFacts {
  std::string_view name;
  /// NumPy's character code; 0 for types that NumPy lacks.
  char numpy_code = '\0';
  /// The sizes of a lane, for messages.
  std::string_view bits;
  /// Whether the name includes the size; otherwise the bits follow it.
  bool is_whole_name = false;
};

/// The facts of each kind, in the order of ElementKind.
inline constexpr std::array<ElementFacts, 22> element_facts{{{"bool", 'b', "8", true},
                                                             {"int", 'i', "1, 2, 4, 8, 16, 32 or 64"},
                                                             {"uint", 'u', "1, 2, 4, 8, 16, 32 or 64"},
                                                             {"float", 'f', "16, 32, 64 or 128"},
                                                             {"complex", 'c', "32, 64, 128 or 256"},
                                                             {"datetime", 'M', "64"},
                                                             {"timedelta", 'm', "64"},
                                                             {"bytes", 'S', "8"},
                                                             {"unicode", 'U', "32"},
                                                             {"opaque", 'V', "8"},
                                                             {"bfloat16", '\0', "16", true},
                                                             {"float8_e3m4", '\0', "8", true},
                                                             {"float8_e4m3", '\0', "8", true},
                                                             {"float8_e4m3b11fnuz", '\0', "8", true},
                                                             {"float8_e4m3fn", '\0', "8", true},
                                                             {"float8_e4m3fnuz", '\0', "8", true},
                                                             {"float8_e5m2", '\0', "8", true},
                                                             {"float8_e5m2fnuz", '\0', "8", true},
                                                             {"float8_e8m0fnu", '\0', "8", true},
                                                             {"float6_e2m3fn", '\0', "6", true},
                                                             {"float6_e3m2fn", '\0', "6", true},
                                                             {"float4_e2m1fn", '\0', "4", true}}};

/// Whether the lanes are characters, or opaque bytes.
[[nodiscard]] constexpr bool is_text(ElementKind kind) noexcept {
  return kind == ElementKind::bytes || kind == ElementKind::unicode || kind == ElementKind::opaque;
}

/// NumPy's names, in the order of TimeBase.
inline constexpr std::array<std::string_view, 14> time_base_names{"generic", "Y",  "M",  "W",  "D",  "h",  "m",
                                                                  "s",       "ms", "us", "ns", "ps", "fs", "as"};

[[nodiscard]] constexpr const ElementFacts& facts_of(ElementKind kind) noexcept {
  constexpr std::size_t last = element_facts.size() - 1;
  return element_facts[std::min(static_cast<std::size_t>(kind), last)];
}

[[nodiscard]] constexpr std::string_view name_of(TimeBase base) noexcept {
  return static_cast<std::size_t>(base) < time_base_names.size() ? time_base_names[static_cast<std::size_t>(base)]
                                                                 : time_base_names[0];
}

/// "[25s]"; empty for the generic unit.
[[nodiscard]] inline std::string time_unit_text(TimeUnit unit) {
  if (unit.base == TimeBase::generic) {
    return {};
  }
  std::string text{'['};
  if (unit.count != 1) {
    text += std::to_string(unit.count);
  }
  text += name_of(unit.base);
  text += ']';
  return text;
}

}  // namespace texelscope::gpu

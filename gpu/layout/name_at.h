#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace texelscope::gpu {

/// The name of an enumerator of an enumeration that starts at 0; "unknown" for other values.
template <class Enum, std::size_t count>
[[nodiscard]] constexpr std::string_view name_at(const std::array<std::string_view, count>& names,
                                                 Enum value) noexcept {
  const auto index = static_cast<std::size_t>(value);
  return index < count ? names[index] : "unknown";
}

}  // namespace texelscope::gpu

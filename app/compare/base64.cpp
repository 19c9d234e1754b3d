#include "app/compare/base64.h"

#include <algorithm>
#include <cstdint>

namespace texelscope::app {

std::string base64(std::span<const std::byte> bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t index = 0; index < bytes.size(); index += 3) {
    const std::size_t count = std::min<std::size_t>(bytes.size() - index, 3);
    std::uint32_t group = 0;
    for (std::size_t offset = 0; offset < 3; ++offset) {
      group = group << 8U | (offset < count ? std::to_integer<std::uint32_t>(bytes[index + offset]) : 0U);
    }
    for (std::size_t digit = 0; digit < 4; ++digit) {
      text += digit <= count ? digits[group >> (18U - 6U * digit) & 63U] : '=';
    }
  }
  return text;
}

}  // namespace texelscope::app

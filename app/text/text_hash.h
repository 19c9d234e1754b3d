#pragma once

#include <cstdint>
#include <string_view>

namespace texelscope::app {

/// The 64-bit FNV-1a hash of a string (Fowler, Noll, Vo: "The FNV Non-Cryptographic Hash Algorithm", RFC 9923). `start`
/// is the hash of the string before it; by default there is none.
[[nodiscard]] constexpr std::uint64_t text_hash(std::string_view text,
                                                std::uint64_t start = 0xcbf29ce484222325U) noexcept {
  for (const char character : text) {
    start = (start ^ static_cast<unsigned char>(character)) * 0x100000001b3U;
  }
  return start;
}

}  // namespace texelscope::app

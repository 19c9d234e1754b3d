#pragma once

#include <cstddef>
#include <vector>

namespace texelscope::tests {

/// Bytes 0, 1, 2 … 250, 0, 1 …: no two neighboring rows alike.
[[nodiscard]] inline std::vector<std::byte> counting_bytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) {
    bytes[i] = static_cast<std::byte>(i % 251);
  }
  return bytes;
}

}  // namespace texelscope::tests

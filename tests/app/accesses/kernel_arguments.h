#pragma once

#include <cstdint>

namespace texelscope::tests {

/// The arguments of a kernel with two buffers.
struct Numbers {
  std::uint64_t a;
  std::uint64_t b;
};

/// The arguments of a kernel with a texture and a surface.
struct Images {
  std::uint64_t from;
  std::uint64_t to;
};

}  // namespace texelscope::tests

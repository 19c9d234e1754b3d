#pragma once

#include <span>

namespace texelscope::gpu::driver {

/// A public header as part of this library, so that programs compile where none are installed.
struct EmbeddedHeader {
  /// The name in #include.
  const char* name;
  const char* text;
};

/// The headers that kernel sources may include: those of texelscope/kernels, and their own includes.
[[nodiscard]] std::span<const EmbeddedHeader> embedded_headers();

}  // namespace texelscope::gpu::driver

#pragma once

#include <span>

namespace texelscope::gpu::driver {

/// A public header as part of this library, so that programs compile where none are installed.
struct EmbeddedHeader {
  /// As #include names it.
  const char* name;
  const char* text;
};

/// What texts of kernels may include: the headers of texelscope/kernels, and those that they include.
[[nodiscard]] std::span<const EmbeddedHeader> embedded_headers();

}  // namespace texelscope::gpu::driver

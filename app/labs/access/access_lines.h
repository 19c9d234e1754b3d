#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "texelscope/gpu/access.h"

namespace texelscope::app {

/// An access in words, in parts for the columns and lines of a list.
struct AccessLines {
  /// "fetch of texture 1 at (20.5, 3.5)", "write of frame at (3, 2)".
  std::string what{};
  /// "(0.5, 0, 0, 1)"; for writes with the value before: "0 → 7".
  std::string value;
  /// See place_note().
  std::string note;
};
/// With `is_first`, the value before a write is undefined.
[[nodiscard]] AccessLines access_lines(const gpu::AccessRecording& recording, std::size_t access,
                                       bool is_first = false);

/// "fetch", "read", "write" or "atomic".
[[nodiscard]] std::string_view access_verb(gpu::AccessKind kind);

/// "thread (3, 4)": without a z that is 0.
[[nodiscard]] std::string short_index_text(const kernels::Index& thread);
/// "thread (3, 4) of launch 2".
[[nodiscard]] std::string short_thread_text(const gpu::Access& access);

/// The name of a kernel's type without namespaces and template arguments: "Bicubic".
[[nodiscard]] std::string short_kernel_name(std::string_view name);

/// "950", "12.3k", "4.56M": at most five characters.
[[nodiscard]] std::string short_count_text(std::uint64_t count);

}  // namespace texelscope::app

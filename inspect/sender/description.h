#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "inspect/sender/array.h"

namespace texelscope::inspect {

/// A copied array, for its description.
struct CopiedArray {
  ArrayLayout layout;
  std::int64_t offset = 0;
  std::uint64_t bytes = 0;
  /// Nanoseconds since 1970.
  std::int64_t time = 0;
  /// Calls that were skipped since the copy before.
  std::uint64_t skipped = 0;
  /// JSON; empty for none.
  std::string texture{};
};

/// A JSON string of a text. Bytes that are not UTF-8 are the reader's to replace.
[[nodiscard]] std::string quoted(std::string_view text);

/// A JSON object without its closing brace, so that more members can follow: see docs/inspect-protocol.md.
[[nodiscard]] std::string description(std::string_view name, const CopiedArray& array);

}  // namespace texelscope::inspect

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "inspect/protocol/message.h"
#include "inspect/sender/description.h"

namespace texelscope::inspect {

/// Some rows and columns of an array, without gaps.
struct ArrayPart {
  CopiedArray array;
  /// Members for the description that say which part it is; empty for all of the array.
  std::string place;
  std::vector<std::byte> bytes;
};

/// The demanded part, as far as it is within the array; all of an array without rows and columns.
[[nodiscard]] ArrayPart part_of(const CopiedArray& whole, const std::byte* copy, const Demand& demand);

}  // namespace texelscope::inspect

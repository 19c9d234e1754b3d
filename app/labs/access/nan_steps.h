#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/accesses/access_file.h"

namespace texelscope::app {

/// The place in its object's memory of a NaN that an access read; nothing if it is unknown, or for a write.
[[nodiscard]] std::optional<std::uint64_t> nan_source(const RecordedAccesses& recorded, std::size_t access);

/// Follows a NaN from an access back to the one that made it, like follow_nan(), and through fetches, whose texels the
/// recording has. Empty if the access has no NaN.
[[nodiscard]] std::vector<std::size_t> nan_steps(const RecordedAccesses& recorded, std::size_t access);

}  // namespace texelscope::app

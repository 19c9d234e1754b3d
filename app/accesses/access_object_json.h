#pragma once

#include <nlohmann/json.hpp>

#include "app/files/json_entry.h"
#include "texelscope/gpu/access.h"

namespace texelscope::app {

/// A texture, a surface or an allocation in a file of recorded accesses.
[[nodiscard]] nlohmann::ordered_json access_object_json(const gpu::AccessObject& object);
/// @throws FileError for an entry that is not one.
[[nodiscard]] gpu::AccessObject read_access_object(const JsonEntry& entry);

}  // namespace texelscope::app

#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace texelscope::gpu::cuda {

/// The names and contents of all files that a source includes and that are found in its folders, including their own
/// includes and those under false conditions. Files that are not found are assumed to be the
/// compiler's own, and are omitted. nullopt if an include cannot be
/// determined without the preprocessor, such as `#include MACRO`. `folder` is the folder of the source: a quoted name
/// is searched for there first; empty for the working directory.
[[nodiscard]] std::optional<std::string> included_text(std::string_view source, const std::filesystem::path& folder,
                                                       std::span<const std::filesystem::path> folders);

}  // namespace texelscope::gpu::cuda

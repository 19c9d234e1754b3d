#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace texelscope::gpu::cuda {

/// The names and texts of all files that a text includes and that are found in its folders, also those that they
/// include and those behind conditions that do not hold. Files that are not found are the compiler's own. Nothing where
/// an include cannot be told without the preprocessor, such as `#include MACRO`.
[[nodiscard]] std::optional<std::string> included_text(std::string_view source,
                                                       std::span<const std::filesystem::path> folders);

}  // namespace texelscope::gpu::cuda

#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace texelscope::app {

/// A file of assets/, such as "photo.png": in the folder in TEXELSCOPE_ASSETS, beside the installed program
/// (../share/texelscope/assets), beside the library that contains this code (assets), or in the source tree from which
/// it was built. Nullopt if it is in none of them.
/// @throws FileError like require_named_assets().
[[nodiscard]] std::optional<std::filesystem::path> find_asset(std::string_view name);

/// @throws FileError if TEXELSCOPE_ASSETS is set but is not a folder: using other assets would be unexpected.
void require_named_assets();

}  // namespace texelscope::app

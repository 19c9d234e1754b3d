#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace texelscope::app {

/// A file of assets/, such as "photo.png": in the folder that TEXELSCOPE_ASSETS names, beside the installed program
/// (../share/texelscope/assets), beside the library that this code is in (assets), or in the source tree it was built
/// from. Nothing when it is in none of them.
/// @throws FileError as require_named_assets().
[[nodiscard]] std::optional<std::filesystem::path> find_asset(std::string_view name);

/// @throws FileError where TEXELSCOPE_ASSETS is set and names no folder: assets of another place would not be meant.
void require_named_assets();

}  // namespace texelscope::app

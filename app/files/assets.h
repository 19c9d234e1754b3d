#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace texelscope::app {

/// A file of assets/, such as "photo.png": in the folder that TEXELSCOPE_ASSETS names, beside the installed program
/// (../share/texelscope/assets), beside the library that this code is in (assets), or in the source tree it was built
/// from. Nothing when it is in none of them.
[[nodiscard]] std::optional<std::filesystem::path> find_asset(std::string_view name);

}  // namespace texelscope::app

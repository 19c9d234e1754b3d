#pragma once

#include <span>
#include <string>
#include <string_view>

namespace texelscope::app {

/// The advice in an error about an unknown name: "did you mean 'zoom'?" if one is near, and the list. `kind` is the
/// plural, such as "scenes": "did you mean 'plasma'? scenes: image, plasma".
[[nodiscard]] std::string advise_names(std::string_view name, std::span<const std::string_view> names,
                                       std::string_view kind);

/// The nearest name by edit distance; empty if none is near.
[[nodiscard]] std::string_view nearest_name(std::string_view name, std::span<const std::string_view> names);
/// The nearest name among names that begin alike, such as "layouts.grid" and "layouts.banks": empty unless at most one
/// in six characters, or two, differ.
[[nodiscard]] std::string_view near_name(std::string_view name, std::span<const std::string_view> names);

}  // namespace texelscope::app

#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace texelscope::app {

/// The use of a font: running text, headings, or values in fixed width.
enum class FontUse : std::uint8_t { text, heading, value };

/// The first of the common font files for this use that exists; nullopt if there is none.
[[nodiscard]] std::optional<std::filesystem::path> find_font_file(FontUse use);

/// Common font files with the letters of other scripts, in the order in which they are tried: they may be missing.
[[nodiscard]] std::span<const char* const> fallback_font_files();

/// The names of the files from find_font_file() in the order of FontUse; "ImGui's own" if there is none.
[[nodiscard]] std::array<std::string, 3> font_names();

}  // namespace texelscope::app

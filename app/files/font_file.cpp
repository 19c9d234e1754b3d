#include "app/files/font_file.h"

#include <array>
#include <span>

namespace texelscope::app {
namespace {

constexpr std::array text_files = {
    "/usr/share/fonts/opentype/inter/Inter-Regular.otf", "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"};
constexpr std::array heading_files = {
    "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf", "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"};
constexpr std::array value_files = {"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
                                    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
                                    "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf"};

std::span<const char* const> files_for(FontUse use) {
  switch (use) {
    case FontUse::text:
      return text_files;
    case FontUse::heading:
      return heading_files;
    case FontUse::value:
      break;
  }
  return value_files;
}

}  // namespace

std::optional<std::filesystem::path> find_font_file(FontUse use) {
  for (const char* file : files_for(use)) {
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error)) {
      return file;
    }
  }
  return std::nullopt;
}

std::array<std::string, 3> font_names() {
  std::array<std::string, 3> names;
  for (std::size_t use = 0; use < names.size(); ++use) {
    const auto file = find_font_file(static_cast<FontUse>(use));
    names[use] = file ? file->filename().string() : "ImGui's own";
  }
  return names;
}

}  // namespace texelscope::app

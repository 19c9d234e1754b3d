#include "app/files/font_file.h"

#include <array>
#include <span>

namespace texelscope::app {
namespace {

// A typeface made for screens, if there is one.
constexpr std::array text_files = {"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
                                   "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
                                   "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
                                   "/usr/share/fonts/noto/NotoSans-Regular.ttf",
                                   "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                   "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                                   "/usr/share/fonts/TTF/DejaVuSans.ttf"};
constexpr std::array heading_files = {"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
                                      "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
                                      "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf",
                                      "/usr/share/fonts/noto/NotoSans-Bold.ttf",
                                      "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
                                      "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf",
                                      "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf"};
constexpr std::array value_files = {"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
                                    "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf",
                                    "/usr/share/fonts/TTF/DejaVuSansMono.ttf"};

constexpr std::array fallback_files = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", "/usr/share/fonts/truetype/noto/NotoSansHebrew-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansBengali-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansTamil-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansGeorgian-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansArmenian-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansEthiopic-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf",
    // Chinese, Japanese and Korean.
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc", "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf", "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc", "/usr/share/fonts/truetype/nanum/NanumGothic.ttf",
    "/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf"};

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

std::span<const char* const> fallback_font_files() { return fallback_files; }

std::array<std::string, 3> font_names() {
  std::array<std::string, 3> names;
  for (std::size_t use = 0; use < names.size(); ++use) {
    const auto file = find_font_file(static_cast<FontUse>(use));
    names[use] = file ? file->filename().string() : "ImGui's own";
  }
  return names;
}

}  // namespace texelscope::app

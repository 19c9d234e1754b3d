// Puts pictures on one sheet, each with its caption.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "tools/png.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb_truetype.h>
#pragma GCC diagnostic pop

namespace texelscope::tools {
namespace {

constexpr int cell_width = 480;
constexpr int cell_height = 320;
constexpr int margin = 28;
constexpr int caption_height = 44;
constexpr std::array<unsigned char, 3> paper{24, 26, 30};
constexpr std::array<unsigned char, 3> ink{222, 226, 232};

struct Entry {
  std::filesystem::path path;
  std::string caption;
};

/// Letters at one size. Without a font file there are none, and captions are omitted.
class Font {
 public:
  explicit Font(float height) {
    for (const char* const path :
         {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf"}) {
      std::ifstream file(path, std::ios::binary);
      bytes_.assign(std::istreambuf_iterator<char>(file), {});
      if (!bytes_.empty() && stbtt_InitFont(&font_, bytes_.data(), 0) != 0) {
        scale_ = stbtt_ScaleForPixelHeight(&font_, height);
        return;
      }
    }
    std::fprintf(stderr, "contact_sheet: DejaVuSans.ttf not found; captions are omitted (install fonts-dejavu-core)\n");
  }

  void draw(Picture& picture, int left, int baseline, const std::string& text) const {
    float x = static_cast<float>(left);
    for (const unsigned char letter : scale_ > 0 ? text : std::string()) {
      int advance = 0;
      int bearing = 0;
      const int code = letter < 128 ? letter : '?';
      stbtt_GetCodepointHMetrics(&font_, code, &advance, &bearing);
      int width = 0;
      int height = 0;
      int dx = 0;
      int dy = 0;
      const float whole = std::floor(x);
      unsigned char* const coverage =
          stbtt_GetCodepointBitmapSubpixel(&font_, scale_, scale_, x - whole, 0, code, &width, &height, &dx, &dy);
      for (int j = 0; j < height; ++j) {
        for (int i = 0; i < width; ++i) {
          const int px = static_cast<int>(whole) + dx + i;
          const int py = baseline + dy + j;
          if (px >= 0 && py >= 0 && px < picture.width && py < picture.height) {
            for (std::size_t c = 0; c < 3; ++c) {
              unsigned char& value = picture.at(px, py)[c];
              value = static_cast<unsigned char>(value + (ink[c] - value) * coverage[j * width + i] / 255);
            }
          }
        }
      }
      stbtt_FreeBitmap(coverage, nullptr);
      x += static_cast<float>(advance) * scale_;
    }
  }

 private:
  std::vector<unsigned char> bytes_;
  stbtt_fontinfo font_{};
  float scale_ = 0;
};

/// Draws a picture into a box, as large as possible; each pixel is the mean of the picture's pixels that it covers.
void place(Picture& sheet, int left, int top, Picture& source) {
  const double ratio =
      std::max(static_cast<double>(source.width) / cell_width, static_cast<double>(source.height) / cell_height);
  const int width = std::clamp(static_cast<int>(source.width / ratio), 1, cell_width);
  const int height = std::clamp(static_cast<int>(source.height / ratio), 1, cell_height);
  left += (cell_width - width) / 2;
  top += (cell_height - height) / 2;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int x0 = std::min(static_cast<int>(x * ratio), source.width - 1);
      const int y0 = std::min(static_cast<int>(y * ratio), source.height - 1);
      const int x1 = std::clamp(static_cast<int>((x + 1) * ratio), x0 + 1, source.width);
      const int y1 = std::clamp(static_cast<int>((y + 1) * ratio), y0 + 1, source.height);
      std::array<long, 3> sum{};
      for (int v = y0; v < y1; ++v) {
        for (int u = x0; u < x1; ++u) {
          for (std::size_t c = 0; c < 3; ++c) {
            sum[c] += source.at(u, v)[source.channels < 3 ? 0 : c];
          }
        }
      }
      const long count = static_cast<long>(x1 - x0) * (y1 - y0);
      for (std::size_t c = 0; c < 3; ++c) {
        sheet.at(left + x, top + y)[c] = static_cast<unsigned char>((sum[c] + count / 2) / count);
      }
    }
  }
}

void make_sheet(const std::filesystem::path& out, const std::vector<Entry>& entries) {
  const int count = static_cast<int>(entries.size());
  const int columns = count == 4 ? 2 : std::min(count, 3);
  const int rows = (count + columns - 1) / columns;
  Picture sheet(columns * (cell_width + margin) + margin, rows * (cell_height + caption_height) + 2 * margin, 3);
  for (std::size_t i = 0; i < sheet.values.size(); ++i) {
    sheet.values[i] = paper[i % 3];
  }
  const Font font(20);
  for (int i = 0; i < count; ++i) {
    const Entry& entry = entries[static_cast<std::size_t>(i)];
    const int left = margin + i % columns * (cell_width + margin);
    const int top = margin + i / columns * (cell_height + caption_height);
    Picture picture = read_png(entry.path);
    place(sheet, left, top, picture);
    font.draw(sheet, left, top + cell_height + 24, entry.caption);
  }
  write_png(out, sheet);
}

}  // namespace
}  // namespace texelscope::tools

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "contact_sheet OUT.png PICTURE.png[=CAPTION]…: puts pictures on one sheet\n");
    return 2;
  }
  try {
    std::vector<texelscope::tools::Entry> entries;
    for (int i = 2; i < argc; ++i) {
      const std::string text = argv[i];
      const std::size_t end = text.rfind(".png=");
      entries.push_back(end == std::string::npos
                            ? texelscope::tools::Entry{text, std::filesystem::path(text).stem().string()}
                            : texelscope::tools::Entry{text.substr(0, end + 4), text.substr(end + 5)});
    }
    texelscope::tools::make_sheet(argv[1], entries);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "contact_sheet: error: %s\n", error.what());
    return EXIT_FAILURE;
  }
}

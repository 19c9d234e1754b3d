#include "tools/make_assets/pixel_text.h"

#include <algorithm>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_easy_font.h>
#pragma GCC diagnostic pop

namespace texelscope::assets {

void draw_text(Picture& picture, int left, int top, int scale, const std::string& text, unsigned char value) {
  struct Vertex {
    float x, y, z;
    unsigned char colour[4];
  };
  // About 270 bytes a letter.
  std::vector<Vertex> vertices(text.size() * 80 + 80);
  std::string line = text;
  const int quads = stb_easy_font_print(0, 0, line.data(), nullptr, vertices.data(),
                                        static_cast<int>(vertices.size() * sizeof(Vertex)));
  for (int i = 0; i < quads; ++i) {
    const Vertex& first = vertices[static_cast<std::size_t>(4 * i)];
    const Vertex& opposite = vertices[static_cast<std::size_t>(4 * i + 2)];
    const int x0 = std::max(left + static_cast<int>(first.x) * scale, 0);
    const int y0 = std::max(top + static_cast<int>(first.y) * scale, 0);
    const int x1 = std::min(left + static_cast<int>(opposite.x) * scale, picture.width);
    const int y1 = std::min(top + static_cast<int>(opposite.y) * scale, picture.height);
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) {
        std::fill_n(picture.at(x, y), picture.channels, value);
      }
    }
  }
}

}  // namespace texelscope::assets

#include <stb_truetype.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/drawing.h"
#include "app/images/image_convert.h"
#include "app/images/loaded_font.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// The characters of a UTF-8 text; bytes before the first character are skipped.
std::vector<int> code_points(std::string_view text) {
  std::vector<int> points;
  for (std::size_t at = 0; at < text.size();) {
    if (is_within_letter(text[at])) {
      ++at;
    } else {
      points.push_back(static_cast<int>(take_code_point(text, at)));
    }
  }
  return points;
}

class Canvas {
 public:
  Canvas(const Drawing& picture, float scale) : scale_{scale} {
    image_ = rgba8_image(std::max(1, static_cast<int>(std::lround(picture.width * scale))),
                         std::max(1, static_cast<int>(std::lround(picture.height * scale))));
    fill(0, 0, image_.width, image_.height, picture.background);
  }

  void draw(const DrawingRect& rect) {
    fill(pixel(rect.x), pixel(rect.y), pixel(rect.x + rect.width), pixel(rect.y + rect.height), rect.fill);
  }

  void draw(const DrawingHatch& hatch) {
    const float period = 6 * scale_;
    for (int y = pixel(hatch.y); y < pixel(hatch.y + hatch.height); ++y) {
      for (int x = pixel(hatch.x); x < pixel(hatch.x + hatch.width); ++x) {
        const float along = std::fmod(static_cast<float>(x + y), period);
        const float distance = std::min(along, period - along) / std::sqrt(2.0F);
        blend(x, y, hatch.ink, std::clamp(0.5F * scale_ + 0.5F - distance, 0.0F, 1.0F));
      }
    }
  }

  void draw(const DrawingLine& line) {
    const float dx = line.x2 - line.x1;
    const float dy = line.y2 - line.y1;
    const float length_squared = std::max(dx * dx + dy * dy, 1e-6F);
    const float margin = line.width + 1;
    for (int y = pixel(std::min(line.y1, line.y2) - margin); y <= pixel(std::max(line.y1, line.y2) + margin); ++y) {
      for (int x = pixel(std::min(line.x1, line.x2) - margin); x <= pixel(std::max(line.x1, line.x2) + margin); ++x) {
        const float px = (static_cast<float>(x) + 0.5F) / scale_ - line.x1;
        const float py = (static_cast<float>(y) + 0.5F) / scale_ - line.y1;
        const float t = std::clamp((px * dx + py * dy) / length_squared, 0.0F, 1.0F);
        const float distance = std::hypot(px - t * dx, py - t * dy) * scale_;
        blend(x, y, line.ink, std::clamp(0.5F * line.width * scale_ + 0.5F - distance, 0.0F, 1.0F));
      }
    }
  }

  void draw(const DrawingText& text) {
    const LoadedFont& font = loaded_font(text.font);
    if (!font.info) {
      return;
    }
    const float size = stbtt_ScaleForMappingEmToPixels(font.info.get(), text.size * scale_);
    const std::vector<int> points = code_points(text.text);
    float width = 0;
    for (const int point : points) {
      width += font.advance(static_cast<char32_t>(point)) * size;
    }
    const float left = text.x * scale_ - (text.anchor == TextAnchor::middle ? width / 2
                                          : text.anchor == TextAnchor::end  ? width
                                                                            : 0);
    const int baseline = static_cast<int>(std::lround((text.y + 0.36F * text.size) * scale_));
    float x = left;
    for (const int point : points) {
      draw_glyph(font, point, size, x, baseline, text.ink);
      x += font.advance(static_cast<char32_t>(point)) * size;
    }
  }

  [[nodiscard]] Image take() { return std::move(image_); }

 private:
  [[nodiscard]] int pixel(float position) const { return static_cast<int>(std::lround(position * scale_)); }

  void draw_glyph(const LoadedFont& font, int point, float size, float x, int baseline, Rgb ink) {
    int left = 0;
    int top = 0;
    int right = 0;
    int bottom = 0;
    const float shift = x - std::floor(x);
    stbtt_GetCodepointBitmapBoxSubpixel(font.info.get(), point, size, size, shift, 0, &left, &top, &right, &bottom);
    const int width = right - left;
    const int height = bottom - top;
    if (width <= 0 || height <= 0) {
      return;
    }
    glyph_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    stbtt_MakeCodepointBitmapSubpixel(font.info.get(), glyph_.data(), width, height, width, size, size, shift, 0,
                                      point);
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column) {
        const auto coverage =
            glyph_[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)];
        blend(static_cast<int>(std::floor(x)) + left + column, baseline + top + row, ink,
              static_cast<float>(coverage) / 255);
      }
    }
  }

  void fill(int left, int top, int right, int bottom, Rgb color) {
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x) {
        blend(x, y, color, 1);
      }
    }
  }

  void blend(int x, int y, Rgb color, float coverage) {
    if (coverage <= 0 || x < 0 || y < 0 || x >= image_.width || y >= image_.height) {
      return;
    }
    std::byte* const texel =
        image_.pixels.data() +
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) + static_cast<std::size_t>(x)) * 4;
    const std::array<std::uint8_t, 3> channels = {color.red, color.green, color.blue};
    for (std::size_t i = 0; i < channels.size(); ++i) {
      const float before = static_cast<float>(texel[i]);
      texel[i] = static_cast<std::byte>(std::lround(before + (static_cast<float>(channels[i]) - before) * coverage));
    }
    texel[3] = std::byte{255};
  }

  float scale_;
  Image image_;
  std::vector<unsigned char> glyph_;
};

}  // namespace

Image to_image(const Drawing& picture, float scale) {
  Canvas canvas{picture, scale};
  for (const DrawingShape& shape : picture.shapes) {
    std::visit([&](const auto& one) { canvas.draw(one); }, shape);
  }
  return canvas.take();
}

}  // namespace texelscope::app

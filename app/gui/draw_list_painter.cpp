#include "app/gui/draw_list_painter.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

using Color = std::array<float, 4>;

/// A rectangle of pixels; `right` and `bottom` are exclusive.
struct PixelBox {
  int left;
  int top;
  int right;
  int bottom;
};

/// A position in 1/256 of a pixel, as in rasterizers: triangles that share an edge cover every pixel exactly once.
struct FixedPoint {
  std::int64_t x;
  std::int64_t y;
};
constexpr std::int64_t fixed_one = 256;

FixedPoint fixed(const ImVec2& at) { return {std::llround(at.x * fixed_one), std::llround(at.y * fixed_one)}; }

/// Twice the signed area of a triangle: positive if `c` is to the right of the line from `a` to `b`.
std::int64_t doubled_area(const FixedPoint& a, const FixedPoint& b, const FixedPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether pixels with centers on this edge belong to the triangle. They do for left edges and, since GL counts rows
/// from the bottom, for bottom edges.
bool takes_edge(const FixedPoint& a, const FixedPoint& b) { return b.y < a.y || (b.y == a.y && b.x < a.x); }

Color unpacked(ImU32 color) {
  constexpr std::array shifts{IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT, IM_COL32_A_SHIFT};
  Color channels{};
  for (std::size_t i = 0; i < channels.size(); ++i) {
    channels[i] = static_cast<float>(color >> static_cast<unsigned>(shifts[i]) & 0xFFU) / 255;
  }
  return channels;
}

Color texel(const PaintTexture& texture, int x, int y) {
  const auto at =
      static_cast<std::size_t>(std::clamp(y, 0, texture.height - 1)) * static_cast<std::size_t>(texture.width) +
      static_cast<std::size_t>(std::clamp(x, 0, texture.width - 1));
  const std::span<const unsigned char, 4> bytes{texture.pixels + 4 * at, 4};
  return {static_cast<float>(bytes[0]) / 255, static_cast<float>(bytes[1]) / 255, static_cast<float>(bytes[2]) / 255,
          static_cast<float>(bytes[3]) / 255};
}

Color mix(const Color& a, const Color& b, float weight) {
  Color mixed{};
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    mixed[i] = a[i] + (b[i] - a[i]) * weight;
  }
  return mixed;
}

/// Samples at normalized coordinates, clamped to the edge.
Color sample(const PaintTexture& texture, const ImVec2& uv) {
  // The neighbors no longer change outside this range, and its values fit in an int.
  const auto limited = [](float at, int extent) {
    return std::clamp(at * static_cast<float>(extent), -1.0F, static_cast<float>(extent + 1));
  };
  const float x = limited(uv.x, texture.width);
  const float y = limited(uv.y, texture.height);
  if (!texture.is_smooth) {
    return texel(texture, static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)));
  }
  const float left = std::floor(x - 0.5F);
  const float top = std::floor(y - 0.5F);
  const int i = static_cast<int>(left);
  const int j = static_cast<int>(top);
  const float along_x = x - 0.5F - left;
  return mix(mix(texel(texture, i, j), texel(texture, i + 1, j), along_x),
             mix(texel(texture, i, j + 1), texel(texture, i + 1, j + 1), along_x), y - 0.5F - top);
}

/// Three vertices with their weights at a point between them.
class Triangle {
 public:
  Triangle(const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c, const PaintTexture& texture)
      : vertices_{&a, &b, &c}, texture_{texture} {
    // Oriented so that its interior is to the right of each edge.
    if (doubled_area(fixed(a.pos), fixed(b.pos), fixed(c.pos)) < 0) {
      std::swap(vertices_[1], vertices_[2]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      corners_[i] = fixed(vertices_[i]->pos);
      colors_[i] = unpacked(vertices_[i]->col);
    }
    area_ = doubled_area(corners_[0], corners_[1], corners_[2]);
    const auto is_like_first = [&](const ImDrawVert* vertex) {
      return vertex->col == a.col && vertex->uv.x == a.uv.x && vertex->uv.y == a.uv.y;
    };
    is_flat_ = is_like_first(&b) && is_like_first(&c);
    flat_ = is_flat_ ? color_at({1, 0, 0}) : Color{};
  }

  void draw(Image& image, const PixelBox& clip) const {
    if (area_ == 0) {
      return;
    }
    const PixelBox box = bounds(clip);
    for (int y = box.top; y < box.bottom; ++y) {
      for (int x = box.left; x < box.right; ++x) {
        draw_pixel(image, x, y);
      }
    }
  }

 private:
  /// The pixels whose centers may be inside the triangle.
  [[nodiscard]] PixelBox bounds(const PixelBox& clip) const {
    const auto [left, right] = std::minmax({corners_[0].x, corners_[1].x, corners_[2].x});
    const auto [top, bottom] = std::minmax({corners_[0].y, corners_[1].y, corners_[2].y});
    const auto within = [](std::int64_t at, int low, int high) {
      return static_cast<int>(std::clamp<std::int64_t>(at, low, high));
    };
    // Shifts round down, including negative values.
    return {within(left >> 8, clip.left, clip.right), within(top >> 8, clip.top, clip.bottom),
            within((right >> 8) + 1, clip.left, clip.right), within((bottom >> 8) + 1, clip.top, clip.bottom)};
  }

  void draw_pixel(Image& image, int x, int y) const {
    const FixedPoint center{x * fixed_one + fixed_one / 2, y * fixed_one + fixed_one / 2};
    std::array<float, 3> shares{};
    for (std::size_t i = 0; i < 3; ++i) {
      const FixedPoint& from = corners_[(i + 1) % 3];
      const FixedPoint& to = corners_[(i + 2) % 3];
      const std::int64_t area = doubled_area(from, to, center);
      if (area < 0 || (area == 0 && !takes_edge(from, to))) {
        return;
      }
      shares[i] = static_cast<float>(static_cast<double>(area) / static_cast<double>(area_));
    }
    blend(image, x, y, is_flat_ ? flat_ : color_at(shares));
  }

  [[nodiscard]] Color color_at(const std::array<float, 3>& shares) const {
    Color color{};
    ImVec2 uv{0, 0};
    for (std::size_t i = 0; i < 3; ++i) {
      uv.x += vertices_[i]->uv.x * shares[i];
      uv.y += vertices_[i]->uv.y * shares[i];
      for (std::size_t channel = 0; channel < color.size(); ++channel) {
        color[channel] += colors_[i][channel] * shares[i];
      }
    }
    const Color of_texture = sample(texture_, uv);
    for (std::size_t channel = 0; channel < color.size(); ++channel) {
      color[channel] *= of_texture[channel];
    }
    return color;
  }

  static void blend(Image& image, int x, int y, const Color& color) {
    const auto at =
        4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
    for (std::size_t channel = 0; channel < 3; ++channel) {
      std::byte& byte = image.pixels[at + channel];
      const float below = static_cast<float>(std::to_integer<int>(byte));
      const float value = color[channel] * 255 * color[3] + below * (1 - color[3]);
      byte = static_cast<std::byte>(static_cast<int>(std::clamp(value, 0.0F, 255.0F) + 0.5F));
    }
  }

  std::array<const ImDrawVert*, 3> vertices_;
  const PaintTexture& texture_;
  std::array<FixedPoint, 3> corners_{};
  std::array<Color, 3> colors_{};
  std::int64_t area_ = 0;
  /// Whether the whole triangle has one color.
  bool is_flat_ = false;
  Color flat_{};
};

/// Whole pixels of a clip rectangle, rounded as in Dear ImGui's renderers, counted from the lower edge.
PixelBox clip_box(const ImVec4& clip, const Image& image) {
  const auto height = static_cast<float>(image.height);
  const int left = static_cast<int>(clip.x);
  const int bottom = image.height - static_cast<int>(height - clip.w);
  const int right = left + static_cast<int>(clip.z - clip.x);
  const int top = bottom - static_cast<int>(clip.w - clip.y);
  return {std::clamp(left, 0, image.width), std::clamp(top, 0, image.height), std::clamp(right, 0, image.width),
          std::clamp(bottom, 0, image.height)};
}

}  // namespace

void paint(const ImDrawData& widgets, Image& image) {
  for (int number = 0; number < widgets.CmdListsCount; ++number) {
    const ImDrawList* const list = widgets.CmdLists[number];
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const auto* const texture = static_cast<const PaintTexture*>(texture_named(command.GetTexID()));
      if (texture == nullptr || command.UserCallback != nullptr) {
        continue;
      }
      const PixelBox clip = clip_box(command.ClipRect, image);
      const auto vertex = [&](unsigned int index) -> const ImDrawVert& {
        return list->VtxBuffer[static_cast<int>(command.VtxOffset + list->IdxBuffer[static_cast<int>(index)])];
      };
      for (unsigned int index = command.IdxOffset; index + 2 < command.IdxOffset + command.ElemCount; index += 3) {
        Triangle(vertex(index), vertex(index + 1), vertex(index + 2), *texture).draw(image, clip);
      }
    }
  }
}

}  // namespace texelscope::app

#include "app/gui/drawn_text.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

/// A glyph in a font's texture.
struct FontGlyph {
  ImWchar codepoint = 0;
  /// Texture coordinates of the upper left corner.
  float u = 0;
  float v = 0;
  float right = 0;
  float bottom = 0;
  /// Distances from the pen to the glyph's left edge and to the next pen position, as fractions of the glyph's width.
  float bearing = 0;
  float advance = 0;
  /// The advance of a space in its font, in the same units.
  float blank = 0;
};

/// All glyphs of the context's fonts, keyed by their corners.
class FontGlyphs {
 public:
  FontGlyphs() {
    for (ImFont* const font : ImGui::GetIO().Fonts->Fonts) {
      const auto& glyphs = glyphs_of(font);
      const auto* const blank =
          std::find_if(glyphs.begin(), glyphs.end(), [](const ImFontGlyph& glyph) { return glyph.Codepoint == ' '; });
      for (const ImFontGlyph& glyph : glyphs) {
        const float width = glyph.X1 - glyph.X0;
        if (glyph.Visible != 0 && width > 0) {
          glyphs_[{glyph.U0, glyph.V0}] = {static_cast<ImWchar>(glyph.Codepoint),
                                           glyph.U0,
                                           glyph.V0,
                                           glyph.U1,
                                           glyph.V1,
                                           glyph.X0 / width,
                                           glyph.AdvanceX / width,
                                           (blank != glyphs.end() ? blank->AdvanceX : glyph.AdvanceX / 2) / width};
        }
      }
    }
  }

  /// The glyph in a rectangle, or part of it if its text is clipped.
  [[nodiscard]] const FontGlyph* find(const ImVec2& low, const ImVec2& high) const {
    const auto exact = glyphs_.find({low.x, low.y});
    if (exact != glyphs_.end()) {
      return &exact->second;
    }
    const float u = (low.x + high.x) / 2;
    const float v = (low.y + high.y) / 2;
    const auto found = std::ranges::find_if(glyphs_, [&](const auto& entry) {
      const FontGlyph& glyph = entry.second;
      return u > glyph.u && u < glyph.right && v > glyph.v && v < glyph.bottom;
    });
    return found != glyphs_.end() ? &found->second : nullptr;
  }

 private:
  std::map<std::pair<float, float>, FontGlyph> glyphs_;
};

struct SeenGlyph {
  const FontGlyph* glyph;
  Rect place;
};

Rect intersection(const Rect& a, const Rect& b) {
  const float left = std::max(a.x, b.x);
  const float top = std::max(a.y, b.y);
  return {left, top, std::min(a.right(), b.right()) - left, std::min(a.bottom(), b.bottom()) - top};
}

/// A rectangle made of two of ImGui's triangles.
struct DrawnRectangle {
  const ImDrawVert* low;
  const ImDrawVert* high;
  Rect place;
};

/// The rectangle that six indices draw: its corners clockwise from the upper left, as in PrimRect() and glyphs.
std::optional<DrawnRectangle> rectangle_of(std::span<const ImDrawIdx> indices, const ImDrawVert* vertices) {
  const auto first = static_cast<unsigned>(indices[0]);
  for (std::size_t i = 0; i < 6; ++i) {
    constexpr std::array<unsigned, 6> corners{0, 1, 2, 0, 2, 3};
    if (static_cast<unsigned>(indices[i]) != first + corners[i]) {
      return std::nullopt;
    }
  }
  const ImDrawVert& low = vertices[first];
  const ImDrawVert& high = vertices[first + 2];
  const ImDrawVert& beside = vertices[first + 1];
  const ImDrawVert& below = vertices[first + 3];
  if (beside.pos.x != high.pos.x || beside.pos.y != low.pos.y || below.pos.x != low.pos.x ||
      below.pos.y != high.pos.y) {
    return std::nullopt;
  }
  return DrawnRectangle{&low, &high, {low.pos.x, low.pos.y, high.pos.x - low.pos.x, high.pos.y - low.pos.y}};
}

unsigned alpha_of(const ImDrawVert& vertex) { return vertex.col >> IM_COL32_A_SHIFT & 0xFFU; }

class TextReader {
 public:
  void read(const ImDrawList& list) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const Rect clip{command.ClipRect.x, command.ClipRect.y, command.ClipRect.z - command.ClipRect.x,
                      command.ClipRect.w - command.ClipRect.y};
      const std::span indices(list.IdxBuffer.Data + command.IdxOffset, command.ElemCount);
      const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
      for (std::size_t i = 0; i + 6 <= indices.size();) {
        const auto rectangle = rectangle_of(indices.subspan(i, 6), vertices);
        if (rectangle) {
          take(*rectangle, clip);
        }
        i += rectangle ? 6 : 3;
      }
    }
  }

  [[nodiscard]] std::vector<DrawnText> lines() const {
    std::vector<DrawnText> lines;
    float pen = 0;
    float blank = 0;
    for (const SeenGlyph& seen : seen_) {
      const float start = seen.place.x - seen.glyph->bearing * seen.place.width;
      if (lines.empty() || !continues(lines.back().place, pen, blank, seen.place, start)) {
        lines.push_back({"", seen.place});
      } else if (start - pen > blank / 2) {
        lines.back().text += ' ';
      }
      DrawnText& line = lines.back();
      append(line.text, seen.glyph->codepoint);
      const float top = std::min(line.place.y, seen.place.y);
      line.place = {line.place.x, top, seen.place.right() - line.place.x,
                    std::max(line.place.bottom(), seen.place.bottom()) - top};
      pen = start + seen.glyph->advance * seen.place.width;
      blank = seen.glyph->blank * seen.place.width;
    }
    return lines;
  }

 private:
  /// The maximum number of spaces between words of the same text. Texts with larger gaps between them, such as those in
  /// a map's cells, are separate.
  static constexpr float most_blanks = 1.25F;

  static float line_height_of(const Rect& line, const Rect& glyph) {
    return std::max({line.height, glyph.height, 6.0F});
  }

  static bool continues(const Rect& line, float pen, float blank, const Rect& glyph, float start) {
    const float height = line_height_of(line, glyph);
    const float middle = glyph.y + glyph.height / 2;
    return start > pen - 1.5F && start - pen < most_blanks * blank && middle > line.y - height / 2 &&
           middle < line.bottom() + height / 2;
  }

  static void append(std::string& text, ImWchar codepoint) {
    const auto value = static_cast<unsigned>(codepoint);
    if (value < 0x80U) {
      text += static_cast<char>(value);
    } else if (value < 0x800U) {
      text += static_cast<char>(0xC0U | value >> 6U);
      text += static_cast<char>(0x80U | (value & 0x3FU));
    } else {
      text += static_cast<char>(0xE0U | value >> 12U);
      text += static_cast<char>(0x80U | (value >> 6U & 0x3FU));
      text += static_cast<char>(0x80U | (value & 0x3FU));
    }
  }

  void take(const DrawnRectangle& rectangle, const Rect& clip) {
    const bool is_flat = rectangle.low->uv.x == rectangle.high->uv.x && rectangle.low->uv.y == rectangle.high->uv.y;
    if (is_flat) {
      if (alpha_of(*rectangle.low) == 0xFFU && alpha_of(*rectangle.high) == 0xFFU) {
        const Rect cover = intersection(rectangle.place, clip);
        std::erase_if(seen_, [&](const SeenGlyph& seen) { return cover.contains_middle_of(seen.place); });
      }
    } else if (alpha_of(*rectangle.low) > 0 && clip.contains_middle_of(rectangle.place)) {
      if (const FontGlyph* const glyph = glyphs_.find(rectangle.low->uv, rectangle.high->uv)) {
        seen_.push_back({glyph, rectangle.place});
      }
    }
  }

  FontGlyphs glyphs_;
  std::vector<SeenGlyph> seen_;
};

}  // namespace

std::vector<DrawnText> drawn_text(const ImDrawData& drawn, const std::function<bool(std::string_view)>& is_read) {
  TextReader reader;
  for (int i = 0; i < drawn.CmdListsCount; ++i) {
    const ImDrawList& list = *drawn.CmdLists[i];
    if (!is_read || is_read(list._OwnerName != nullptr ? list._OwnerName : "")) {
      reader.read(list);
    }
  }
  return reader.lines();
}

}  // namespace texelscope::app

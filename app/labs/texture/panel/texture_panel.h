#pragma once

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/labs/texture/texture_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using TextureContext = LabContext<TextureLab>;

/// Names of a coordinate's components and of a texel's channels, as a kernel writes them.
inline constexpr std::array component_names = {"x", "y", "z", "w"};

// In the properties.
void draw_texel_source(const TextureContext& context);
void draw_texture_array(const TextureContext& context);
void draw_texture_fetch(const TextureContext& context);
void draw_texture_descriptor(const TextureContext& context);

// Drawn in the viewport; each fills the current child window.
void draw_texture_picture(const TextureContext& context);
void draw_texture_signal(const TextureContext& context);
void draw_texture_probe(const TextureContext& context);

/// The level that all fetches of the image read; level 0 if they differ. The lab must have a texture.
struct ShownLevel {
  int level = 0;
  /// In texels; 1 row if the texture has no y.
  std::array<std::int64_t, 2> extent{};
};
[[nodiscard]] ShownLevel shown_level(const TextureLab& lab);

/// The descriptor that the image's caption warns about, 0 or 1; nothing if there is an error, or no warning.
[[nodiscard]] std::optional<std::size_t> warned_side(const TextureContext& context);

/// The position of the image on the screen, in its pixels.
struct PictureBox {
  ImVec2 corner;
  ImVec2 extent;

  [[nodiscard]] ImVec2 end() const { return {corner.x + extent.x, corner.y + extent.y}; }
  /// The screen position of a position in texture extents.
  [[nodiscard]] ImVec2 at(const TextureView& view, Point position) const {
    const Point part = view.part_of(position);
    return {corner.x + static_cast<float>(part.x) * extent.x, corner.y + static_cast<float>(part.y) * extent.y};
  }
};
/// Lines between texels and the texture's edge; then the texels that the probe's fetch reads, its weights, and the
/// probe itself.
void draw_texel_grid(const TextureContext& context, const PictureBox& box);
void draw_probe_marks(const TextureContext& context, const PictureBox& box);
/// Draggable handles: between A and B, and at both ends of the signal's line.
void draw_split_handle(const TextureContext& context, const PictureBox& box);
void draw_line_handles(const TextureContext& context, const PictureBox& box);

/// The reason why the value at a position cannot be chosen; empty if it can.
using RefusalOf = std::function<std::string(std::size_t position)>;
/// A list of values, in which unavailable values are grayed and have the reason as their tooltip. @returns whether the
/// choice changed. By default, as wide as the available space.
bool choose_legal(const TextureContext& context, const char* name, std::span<const std::string_view> names,
                  const RefusalOf& refusal_of, std::size_t& chosen, ImGuiComboFlags flags = 0, float width = -1);
/// The same choice as a row of buttons.
bool choose_in_row(const TextureContext& context, const char* name, std::span<const std::string_view> names,
                   const RefusalOf& refusal_of, std::size_t& chosen);
/// A checkbox, grayed with the reason if it cannot be changed. @returns whether it was changed.
bool tick_legal(const TextureContext& context, const char* name, const char* label, const std::string& text,
                const std::string& refusal, bool& is_ticked);
/// A finite number to drag by `speed` or type.
bool drag_real(const TextureContext& context, const char* name, float& value, float speed, float lowest, float highest);
/// Multiple finite numbers side by side, each to drag by `speed` or type.
bool drag_reals(const TextureContext& context, const char* name, std::span<float> values, float speed);

/// Maps values to pixels: `lowest` is the bottom.
struct SignalPlot {
  ImVec2 corner;
  ImVec2 extent;
  double lowest = 0;
  double highest = 1;

  [[nodiscard]] float y_of(double value) const {
    const double part = (value - lowest) / std::max(highest - lowest, 1e-300);
    return corner.y + extent.y * static_cast<float>(1 - std::clamp(part, -2.0, 3.0));
  }
  [[nodiscard]] double value_at(float y) const {
    return lowest + (highest - lowest) * (1 - static_cast<double>((y - corner.y) / std::max(extent.y, 1.0F)));
  }
  [[nodiscard]] float x_of(double part) const { return corner.x + extent.x * static_cast<float>(part); }
};

/// The coordinate that a lesson's question is about, on an axis from `from` to `to`: while the question is open, a
/// handle to drag to the predicted value; afterward, the prediction.
void draw_signal_prediction(const TextureContext& context, const SignalPlot& plot, double from, double to);

}  // namespace texelscope::app

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/surface/panel/surface_panel.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

/// The maximum number of fetches along the longer side of an image; larger images are scaled up.
constexpr float max_fetches = 480;

/// A level's image in a box of this extent, with its caption above.
void draw_level(const SurfaceContext& context, std::size_t level, ImVec2 corner, ImVec2 extent, float caption) {
  SurfaceLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float scale = std::min(1.0F, max_fetches / std::max(extent.x, extent.y));
  PanelImage& picture = context.state().drawn.images[fmt::format("surfaces.level{}", level)];
  picture.image = lab.sampled(level, std::max(1, static_cast<int>(extent.x * scale)),
                              std::max(1, static_cast<int>(extent.y * scale)));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const LevelTexels& texels = lab.texels()[level];
  const bool is_chosen = level == lab.level;
  draw_text(draw, theme.small_text, corner, packed(is_chosen ? color::accent : color::text_dim),
            fmt::format("{}: {} × {}", level, texels.width, texels.height));
  const ImVec2 low{corner.x, corner.y + caption};
  const ImVec2 high{low.x + extent.x, low.y + extent.y};
  ImGui::SetCursorScreenPos(low);
  if (invisible_button(fmt::format("level{}", level).c_str(), extent)) {
    lab.level = level;
  }
  context.describe(fmt::format("picture.{}", level),
                   fmt::format("Level {} of the texture: {} × {} texels.", level, texels.width, texels.height));
  if (picture.texture != nullptr) {
    draw->AddImage(texture_id(picture.texture), low, high);
  } else {
    draw->AddRectFilled(low, high, packed(color::raised));
  }
  if (is_chosen) {
    draw->AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, packed(color::accent), 0, 0,
                  std::max(1.0F, theme(1.5F)));
  }
}

void draw_filter_choice(const SurfaceContext& context) {
  SurfaceLab& lab = context.lab;
  const Theme& theme = context.theme();
  const ScopedFont scoped_font{theme.small_text};
  constexpr std::array titles = {"Point", "Linear"};
  constexpr std::array names = {"filter.point", "filter.linear"};
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const auto filter = static_cast<gpu::FilterMode>(i);
    const bool is_possible = filter == gpu::FilterMode::point || lab.can_filter();
    ImGui::SameLine(0, i == 0 ? theme(12) : theme(3));
    ImGui::BeginDisabled(!is_possible);
    const bool is_chosen = lab.can_filter() ? lab.filter == filter : filter == gpu::FilterMode::point;
    if (choice_button(context, {names[i], titles[i]}, is_chosen)) {
      lab.filter = filter;
    }
    ImGui::EndDisabled();
    if (!is_possible) {
      tooltip(theme, "32-bit integers are read unchanged, and linear filtering needs floats.");
    }
  }
}

}  // namespace

void draw_surface_texture(const SurfaceContext& context) {
  SurfaceLab& lab = context.lab;
  const Theme& theme = context.theme();
  ImGui::AlignTextToFramePadding();
  text_in(theme.heading, color::text_dim, "TEXTURE");
  draw_filter_choice(context);
  // Room for the frame.
  const float line = std::ceil(theme(2));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 start{corner.x + line, corner.y};
  const ImVec2 room{ImGui::GetContentRegionAvail().x - 2 * line, ImGui::GetContentRegionAvail().y - line};
  const float caption = std::round(line_height(theme.small_text) + theme(3));
  const float gap = theme(12);
  const std::size_t count = lab.texels().size();
  const float aspect = static_cast<float>(lab.input.width) / static_cast<float>(lab.input.height);
  // The number of columns that gives the largest images.
  std::size_t columns = 1;
  ImVec2 extent{0, 0};
  for (std::size_t each = 1; each <= count; ++each) {
    const std::size_t lines = (count + each - 1) / each;
    const auto rows = static_cast<float>(lines);
    const float wide = (room.x - gap * static_cast<float>(each - 1)) / static_cast<float>(each);
    const float high = (room.y - gap * (rows - 1)) / rows - caption;
    const float width = std::min(wide, high * aspect);
    if (width > extent.x) {
      extent = {width, width / aspect};
      columns = each;
    }
  }
  extent = {std::max(1.0F, std::floor(extent.x)), std::max(1.0F, std::floor(extent.y))};
  for (std::size_t level = 0; level < count && level < lab.texels().size(); ++level) {
    const auto column = static_cast<float>(level % columns);
    const std::size_t line_of_level = level / columns;
    const auto row = static_cast<float>(line_of_level);
    draw_level(context, level, {start.x + column * (extent.x + gap), start.y + row * (extent.y + caption + gap)},
               extent, caption);
  }
}

}  // namespace texelscope::app

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/access/panel/access_panel.h"
#include "app/text/count_text.h"

namespace texelscope::app {
namespace {

using Tab = TabOf<AccessContext>;

/// In the order of AccessTab.
constexpr std::array tabs = {
    Tab{{"picture", "Picture", "The recorded frame, or a map of texels; click a pixel."}, draw_access_picture},
    Tab{{"pixel", "Pixel", "The threads that wrote the chosen pixel, and what they read."}, draw_access_pixel},
    Tab{{"lines", "Lines", "Requests, sectors and bytes by line of code."}, draw_access_lines},
    Tab{{"hazards", "Hazards", "Races and other mistakes, exact for what ran."}, draw_access_hazards},
};

void draw_wide(const AccessContext& context) {
  AccessLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float width = ImGui::GetContentRegionAvail().x;
  const float side = std::round(std::clamp(width * 0.52F, theme(360), theme(640)));
  draw_beside(theme, side, {"picture", [&] { draw_access_picture(context); }, no_scrolling},
              {"facts", [&] {
                 const AccessTab open = lab.tab == AccessTab::picture ? AccessTab::pixel : lab.tab;
                 const AccessTab chosen =
                     draw_tabs(context, std::span<const Tab>{tabs}.last(3), AccessTab::pixel, open, theme(16));
                 lab.tab = chosen == open ? lab.tab : chosen;
                 draw_part({"tab", [&] { draw_below_tab(context, tabs, chosen); }});
               }});
}

void draw_narrow(const AccessContext& context) {
  AccessLab& lab = context.lab;
  lab.tab = draw_tabs(context, std::span<const Tab>{tabs}, AccessTab::picture, lab.tab, context.theme()(12));
  draw_line_below_tabs(context.panel);
  draw_part({"tab", [&] { draw_below_tab(context, tabs, lab.tab); }});
}

void draw_access_main(const PanelContext& panel) {
  const AccessContext context{panel};
  draw_lab_region(panel, [&] { is_wide(panel) ? draw_wide(context) : draw_narrow(context); });
}

std::string readout_text(const AccessLab& lab) {
  if (!lab.hovered || !lab.picture()) {
    return lab.error();
  }
  const auto x = static_cast<int>(std::floor(lab.hovered->x));
  const auto y = static_cast<int>(std::floor(lab.hovered->y));
  const Image& image = *lab.picture();
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) {
    return "";
  }
  if (lab.map()) {
    const TexelMapChoice& map = lab.maps()[*lab.map()];
    return fmt::format(
        "texel ({}, {})   {}", x, y,
        count_text(texel_count(lab.study()->recorded, map, x, y).value_or(0), map.is_of_writes ? "write" : "read"));
  }
  const std::byte* const pixel =
      &image
           .pixels[(static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) *
                   4];
  // The picture is opaque, whatever alpha was written.
  return fmt::format("pixel ({}, {})   {} {} {}", x, y, std::to_integer<int>(pixel[0]), std::to_integer<int>(pixel[1]),
                     std::to_integer<int>(pixel[2]));
}

}  // namespace

extern const LabDeclaration access_lab;
const LabDeclaration access_lab = {
    .name = "accesses",
    .title = "Accesses",
    .teaches =
        "Why a pixel has its value: every fetch, read and write of a frame, recorded on the CPU device with its line "
        "of code. Click a pixel for its history; maps and hazards show the whole frame.",
    .key = 'Q',
    .key_while_typing = 'A',
    .make = make_lab<AccessLab>,
    .draw_properties = draw_access_properties,
    .draw_main = draw_access_main,
    .draw_readout = draw_lab_readout<AccessLab, readout_text>};

}  // namespace texelscope::app

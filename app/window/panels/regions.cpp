#include "app/window/panels/regions.h"

#include <algorithm>
#include <cmath>

namespace texelscope::app {
namespace {

constexpr float bar_height = 28;
constexpr float splitter_width = 5;
constexpr float narrowest = 184;
constexpr float widest = 900;
constexpr float lowest = 72;
constexpr float highest = 700;
/// Of what the panels before leave, a panel takes at most so much.
constexpr std::array<float, panel_members.size()> largest_share = {0.36F, 0.5F, 0.5F};

/// Takes `extent` pixels at an edge away from `rest`.
Rect cut(Rect& rest, PanelEdge edge, float extent) {
  Rect part = rest;
  if (is_column(edge)) {
    part.width = std::min(extent, rest.width);
    part.x = edge == PanelEdge::left ? rest.x : rest.right() - part.width;
    rest.x += edge == PanelEdge::left ? part.width : 0;
    rest.width -= part.width;
  } else {
    part.height = std::min(extent, rest.height);
    part.y = edge == PanelEdge::top ? rest.y : rest.bottom() - part.height;
    rest.y += edge == PanelEdge::top ? part.height : 0;
    rest.height -= part.height;
  }
  return part;
}

float clamped_width(float width) { return std::clamp(width, narrowest, widest); }
float clamped_height(float height) { return std::clamp(height, lowest, highest); }

}  // namespace

Regions make_regions(const PanelArrangement& arrangement, float width, float height, float scale) {
  Regions regions;
  Rect rest{0, 0, width, height};
  const float bar = std::round(bar_height * scale);
  regions.menu = cut(rest, PanelEdge::top, bar);
  regions.status = cut(rest, PanelEdge::bottom, bar);
  for (std::size_t i = 0; i < panel_members.size(); ++i) {
    const PanelPlace& place = arrangement.*panel_members[i].place;
    const bool is_in_column = is_column(place.edge);
    const float wanted = (is_in_column ? clamped_width(place.width) : clamped_height(place.height)) * scale;
    const float most = largest_share[i] * (is_in_column ? rest.width : rest.height);
    regions.panels[i] = cut(rest, place.edge, place.is_shown ? std::round(std::min(wanted, most)) : 0);
    regions.splitters[i] = cut(rest, place.edge, place.is_shown ? std::round(splitter_width * scale) : 0);
  }
  regions.readout = cut(rest, PanelEdge::bottom, bar);
  regions.viewport = rest;
  return regions;
}

void drag_splitter(PanelPlace& place, const Rect& panel, const Point& mouse, float scale) {
  const auto x = static_cast<float>(mouse.x);
  const auto y = static_cast<float>(mouse.y);
  switch (place.edge) {
    case PanelEdge::left:
      place.width = clamped_width((x - panel.x) / scale);
      break;
    case PanelEdge::right:
      place.width = clamped_width((panel.right() - x) / scale);
      break;
    case PanelEdge::top:
      place.height = clamped_height((y - panel.y) / scale);
      break;
    case PanelEdge::bottom:
      place.height = clamped_height((panel.bottom() - y) / scale);
      break;
  }
}

PanelEdge edge_at(const Rect& middle, const Point& mouse, PanelEdge present) {
  constexpr double near_share = 0.3;
  const double x = (mouse.x - middle.x) / std::max(middle.width, 1.0F);
  const double y = (mouse.y - middle.y) / std::max(middle.height, 1.0F);
  // In the order of PanelEdge.
  const std::array<double, 4> distances = {x, 1 - x, y, 1 - y};
  const auto nearest = std::ranges::min_element(distances);
  return *nearest > near_share ? present : static_cast<PanelEdge>(nearest - distances.begin());
}

}  // namespace texelscope::app

#include "app/window/panels/regions.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace texelscope::app {
namespace {

constexpr float bar_height = 28;
constexpr float toolbar_height = 32;
constexpr float splitter_width = 5;
constexpr float narrowest = 184;
constexpr float widest = 900;
constexpr float lowest = 72;
constexpr float highest = 1600;
/// The minimum extent that a panel leaves to each earlier panel at its edge, or all of it if that panel is smaller: a
/// title and a few rows.
constexpr float smallest_share = 96;
/// Maximum fraction of the remaining space that each panel occupies.
constexpr std::array<float, panel_members.size()> largest_share = {0.36F, 0.4F, 0.5F, 0.5F};
constexpr std::array<float, panel_members.size()> largest_share_of_edge = {0.6F, 0.6F, 0.72F, 0.6F};
/// Minimum width between columns at both edges.
constexpr float narrowest_viewport = 520;

/// Cuts `extent` pixels at an edge off `rest`.
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

/// The width of a column or the height of a row, at scale 1.
float clamped_extent(const PanelPlace& place, PanelEdge edge) {
  if (is_column(edge)) {
    return clamped_width(place.width);
  }
  return place.height == folded_height ? folded_height : clamped_height(place.height);
}

using Positions = std::vector<std::size_t>;

Positions panels_at(const PanelArrangement& arrangement, PanelEdge edge) {
  Positions found;
  for (std::size_t i = 0; i < panel_members.size(); ++i) {
    const PanelPlace& place = arrangement.*panel_members[i].place;
    if (place.is_shown && place.edge == edge) {
      found.push_back(i);
    }
  }
  return found;
}

/// The extent of the widest or tallest of the panels at one edge, at scale 1; 0 for none.
float extent_of(const PanelArrangement& arrangement, const Positions& panels) {
  float extent = 0;
  for (const std::size_t i : panels) {
    const PanelPlace& place = arrangement.*panel_members[i].place;
    extent = std::max(extent, clamped_extent(place, place.edge));
  }
  return extent;
}

/// In a window too narrow for columns at both edges, moves all panels to the column of the first panel.
PanelArrangement with_columns_in(float width, const PanelArrangement& arrangement) {
  const Positions left = panels_at(arrangement, PanelEdge::left);
  const Positions right = panels_at(arrangement, PanelEdge::right);
  const float columns = extent_of(arrangement, left) + extent_of(arrangement, right) + 2 * splitter_width;
  PanelArrangement within = arrangement;
  if (!left.empty() && !right.empty() && width - columns < narrowest_viewport) {
    const PanelEdge edge = left.front() < right.front() ? PanelEdge::left : PanelEdge::right;
    for (const PanelMember& member : panel_members) {
      PanelPlace& place = within.*member.place;
      place.edge = is_column(place.edge) ? edge : place.edge;
    }
  }
  return within;
}

/// The minimum extent along an edge that the given panels keep, at scale 1.
float smallest_shares(const PanelArrangement& arrangement, std::span<const std::size_t> panels, bool is_width) {
  float sum = 0;
  for (const std::size_t i : panels) {
    const PanelPlace& place = arrangement.*panel_members[i].place;
    sum += std::min(smallest_share, is_width ? place.width : place.height);
  }
  return sum;
}

/// Divides an edge among its panels; the first panel receives the space that the others leave.
void share_edge(const PanelArrangement& arrangement, const Positions& panels, Rect shared, float scale,
                Regions& regions) {
  const PanelEdge edge = (arrangement.*panel_members[panels.front()].place).edge;
  const PanelEdge end = is_column(edge) ? PanelEdge::bottom : PanelEdge::right;
  for (auto i = panels.rbegin(); i + 1 != panels.rend(); ++i) {
    const PanelPlace& place = arrangement.*panel_members[*i].place;
    const auto others = static_cast<float>(panels.rend() - i - 1);
    const float available = is_column(end) ? shared.width : shared.height;
    const float wanted = clamped_extent(place, end) * scale;
    const float splitters = others * splitter_width * scale;
    const std::span<const std::size_t> earlier(panels.begin(), static_cast<std::size_t>(panels.rend() - i - 1));
    const float kept = smallest_shares(arrangement, earlier, is_column(end)) * scale;
    const float left_by_others = std::max(available - splitters - kept, (available - splitters) / (others + 1));
    // Earlier panels that are folded to their headings need no share.
    const bool are_folded = kept < others * smallest_share * scale;
    const float most = (are_folded ? 1 : largest_share_of_edge[*i]) * available;
    const float extent = std::min({wanted, most, left_by_others});
    regions.panels[*i] = cut(shared, end, std::round(extent));
    regions.splitters[*i] = cut(shared, end, std::round(splitter_width * scale));
    regions.edges[*i] = end;
    regions.leaders[*i] = panels.front();
  }
  regions.panels[panels.front()] = shared;
}

}  // namespace

Regions make_regions(const PanelArrangement& arrangement, float width, float height, float scale,
                     const ViewportParts& parts) {
  Regions regions;
  Rect rest{0, 0, width, height};
  const float bar = std::round(bar_height * scale);
  regions.menu = cut(rest, PanelEdge::top, bar);
  regions.status = cut(rest, PanelEdge::bottom, bar);
  const PanelArrangement within = with_columns_in(width / scale, arrangement);
  for (std::size_t i = 0; i < panel_members.size(); ++i) {
    const PanelEdge edge = (within.*panel_members[i].place).edge;
    const Positions sharing = panels_at(within, edge);
    if (sharing.empty() || sharing.front() != i) {
      continue;
    }
    const float wanted = extent_of(within, sharing) * scale;
    const float most = largest_share[i] * (is_column(edge) ? rest.width : rest.height);
    const Rect shared = cut(rest, edge, std::round(std::min(wanted, most)));
    regions.splitters[i] = cut(rest, edge, std::round(splitter_width * scale));
    regions.edges[i] = edge;
    regions.leaders[i] = i;
    share_edge(within, sharing, shared, scale, regions);
  }
  constexpr float row_height = 22;
  const float further_rows = std::round(row_height * scale) * static_cast<float>(parts.readout_rows - 1);
  regions.readout = cut(rest, PanelEdge::bottom, bar + std::min(further_rows, std::round(rest.height / 3)));
  regions.readout_rows = parts.readout_rows;
  if (parts.has_toolbar) {
    regions.toolbar = cut(rest, PanelEdge::top, std::round(toolbar_height * scale));
  }
  regions.viewport = rest;
  return regions;
}

float dragged_extent(PanelEdge edge, const Rect& panel, const Point& mouse, float scale) {
  const auto x = static_cast<float>(mouse.x);
  const auto y = static_cast<float>(mouse.y);
  switch (edge) {
    case PanelEdge::left:
      return clamped_width((x - panel.x) / scale);
    case PanelEdge::right:
      return clamped_width((panel.right() - x) / scale);
    case PanelEdge::top:
      return clamped_height((y - panel.y) / scale);
    case PanelEdge::bottom:
      break;
  }
  return clamped_height((panel.bottom() - y) / scale);
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

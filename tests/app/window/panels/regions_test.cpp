#include "app/window/panels/regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace texelscope::app {
namespace {

std::vector<Rect> all(const Regions& regions) {
  std::vector<Rect> parts = {regions.menu, regions.viewport, regions.readout, regions.status};
  parts.insert(parts.end(), regions.panels.begin(), regions.panels.end());
  parts.insert(parts.end(), regions.splitters.begin(), regions.splitters.end());
  return parts;
}

bool share_a_pixel(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

void expect_tiling(const Regions& regions, float width, float height) {
  const std::vector<Rect> parts = all(regions);
  float area = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    area += parts[i].width * parts[i].height;
    EXPECT_GE(parts[i].x, 0);
    EXPECT_LE(parts[i].right(), width);
    EXPECT_LE(parts[i].bottom(), height);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(share_a_pixel(parts[i], parts[j])) << i << " and " << j;
    }
  }
  EXPECT_EQ(area, width * height);
}

TEST(Regions, FillTheWindowAndShareNoPixelHoweverPanelsAreArranged) {
  constexpr unsigned edge_count = 4;
  for (unsigned edges = 0; edges < edge_count * edge_count * edge_count * edge_count; ++edges) {
    for (unsigned shown = 0; shown < 16; ++shown) {
      PanelArrangement arrangement;
      unsigned rest = edges;
      for (std::size_t i = 0; i < panel_members.size(); ++i) {
        PanelPlace& place = arrangement.*panel_members[i].place;
        place.edge = static_cast<PanelEdge>(rest % edge_count);
        place.is_shown = ((shown >> i) & 1U) != 0;
        rest /= edge_count;
      }
      for (const auto& [width, height] : {std::pair{320.0F, 240.0F}, {1280.0F, 720.0F}}) {
        for (const float scale : {1.0F, 1.25F, 2.0F}) {
          SCOPED_TRACE(testing::Message() << "edges " << edges << ", shown " << shown << ", scale " << scale);
          expect_tiling(make_regions(arrangement, width, height, scale), width, height);
        }
      }
    }
  }
}

TEST(Regions, LeaveTheViewportMostOfASmallWindow) {
  const Regions regions = make_regions({}, 640, 400, 1);
  EXPECT_GE(regions.viewport.width, 400);
  EXPECT_GE(regions.viewport.height, 300);
}

TEST(Regions, PutEachPanelAtItsEdge) {
  for (const PanelEdge edge : {PanelEdge::left, PanelEdge::right, PanelEdge::top, PanelEdge::bottom}) {
    PanelArrangement arrangement;
    arrangement.navigation.edge = edge;
    arrangement.properties.is_shown = false;
    const Regions regions = make_regions(arrangement, 1280, 720, 1);
    const Rect& panel = regions.navigation();
    const Rect middle = regions.middle();
    const std::array<bool, 4> touches = {panel.x == middle.x, panel.right() == middle.right(), panel.y == middle.y,
                                         panel.bottom() == middle.bottom()};
    EXPECT_EQ(std::ranges::count(touches, true), 3);
    EXPECT_TRUE(touches[static_cast<std::size_t>(edge)]);
    EXPECT_EQ(is_column(edge) ? panel.width : panel.height, is_column(edge) ? 264 : 220);
  }
}

TEST(Regions, ShareAnEdge) {
  PanelArrangement arrangement;
  arrangement.properties.edge = PanelEdge::left;
  const Regions columns = make_regions(arrangement, 1280, 720, 1);
  EXPECT_EQ(columns.navigation().x, columns.properties().x);
  EXPECT_EQ(columns.navigation().width, 292) << "the column has the width of its widest panel";
  EXPECT_EQ(columns.properties().width, 292);
  EXPECT_EQ(columns.properties().height, 360);
  EXPECT_EQ(columns.properties().bottom(), columns.middle().bottom());
  arrangement.navigation.edge = PanelEdge::bottom;
  arrangement.properties.edge = PanelEdge::bottom;
  const Regions row = make_regions(arrangement, 1280, 720, 1);
  EXPECT_EQ(row.navigation().y, row.properties().y);
  EXPECT_EQ(row.properties().width, 292);
  EXPECT_EQ(row.properties().right(), 1280);
}

TEST(Regions, HaveOneColumnInANarrowWindow) {
  EXPECT_EQ(make_regions({}, 1280, 720, 1).properties().right(), 1280);
  for (const auto& [width, height] : {std::pair{800.0F, 500.0F}, {1000.0F, 700.0F}}) {
    const Regions regions = make_regions({}, width, height, 1);
    EXPECT_EQ(regions.properties().x, 0);
    EXPECT_GE(regions.navigation().height, 150);
    EXPECT_GE(regions.viewport.width, 500);
  }
  EXPECT_EQ(make_regions({}, 1280, 720, 2).properties().x, 0) << "of 640 units";
}

TEST(Regions, GiveEachPanelOfASmallWindowSomeRowsNextToALesson) {
  PanelArrangement arrangement;
  arrangement.lessons.is_shown = true;
  const Regions regions = make_regions(arrangement, 800, 500, 1);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GE(regions.panels[i].height, 96) << panel_members[i].name;
  }
}

TEST(Regions, FoldAPanelThatIsLowToItsHeading) {
  PanelArrangement arrangement;
  arrangement.lessons.is_shown = true;
  arrangement.lessons.height = 720;
  const float open = make_regions(arrangement, 1280, 720, 1).navigation().height;
  arrangement.navigation.height = 28;
  const Regions folded = make_regions(arrangement, 1280, 720, 1);
  EXPECT_GE(open, 96);
  EXPECT_EQ(folded.navigation().height, 28);
  EXPECT_EQ(folded.panels[2].bottom(), folded.middle().bottom());
}

TEST(Regions, FollowADraggedSplitterWithinLimits) {
  const Rect panel{100, 50, 300, 200};
  const auto dragged = [&](PanelEdge edge, double x, double y, float scale) {
    return dragged_extent(edge, panel, {x, y}, scale);
  };
  EXPECT_EQ(dragged(PanelEdge::left, 400, 0, 1), 300);
  EXPECT_EQ(dragged(PanelEdge::right, 100, 0, 1), 300);
  EXPECT_EQ(dragged(PanelEdge::top, 0, 250, 1), 200);
  EXPECT_EQ(dragged(PanelEdge::bottom, 0, 50, 1), 200);
  EXPECT_EQ(dragged(PanelEdge::left, 700, 0, 2), 300);
  EXPECT_LT(dragged(PanelEdge::left, 50000, 0, 1), 1000);
  EXPECT_GT(dragged(PanelEdge::left, -50, 0, 1), 150);
  EXPECT_GT(dragged(PanelEdge::bottom, 0, 5000, 1), 50);
}

TEST(Regions, ChooseTheEdgeNearTheMouse) {
  const Rect middle{0, 28, 1280, 664};
  EXPECT_EQ(edge_at(middle, {20, 300}, PanelEdge::top), PanelEdge::left);
  EXPECT_EQ(edge_at(middle, {1270, 300}, PanelEdge::top), PanelEdge::right);
  EXPECT_EQ(edge_at(middle, {600, 40}, PanelEdge::left), PanelEdge::top);
  EXPECT_EQ(edge_at(middle, {600, 680}, PanelEdge::left), PanelEdge::bottom);
  EXPECT_EQ(edge_at(middle, {640, 360}, PanelEdge::bottom), PanelEdge::bottom)
      << "in the middle, a panel keeps its edge";
}

}  // namespace
}  // namespace texelscope::app

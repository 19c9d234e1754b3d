#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::app {
namespace {

using tests::PanelTest;

/// Takes the panel's bar by the mouse, and lets it go there.
class PanelFrame : public PanelTest {
 protected:
  void drag_side_panel_to(const Rect& region, float across, float down) {
    move_to("side.bar");
    hold(0, true);
    move_to(region.x + across * region.width, region.y + down * region.height);
    draw();
    draw();
    EXPECT_EQ(state.panels.side.edge, PanelEdge::left) << "moved before it was let go";
    hold(0, false);
    draw();
  }
};

TEST_F(PanelFrame, GoesToTheEdgeThatItsBarIsDraggedTo) {
  drag_side_panel_to(regions.middle(), 0.95F, 0.5F);
  EXPECT_EQ(state.panels.side.edge, PanelEdge::right);
  EXPECT_EQ(regions.side().right(), 1280);
  expect_inside("side.bar", regions.side());
}

TEST_F(PanelFrame, StaysWhereItIsWhenItIsLetGoInTheMiddle) {
  drag_side_panel_to(regions.middle(), 0.5F, 0.5F);
  EXPECT_EQ(state.panels, PanelArrangement{});
}

TEST_F(PanelFrame, StaysWhereItIsWhenItsBarIsOnlyClicked) {
  click("side.bar");
  EXPECT_EQ(state.panels, PanelArrangement{});
}

TEST_F(PanelFrame, StaysWhereItIsWhenTheMouseSlipsOnItsBar) {
  const Rect bar = state.widgets["side.bar"];
  const Rect slip{bar.x, bar.y, 2 * bar.width, bar.height};
  drag_side_panel_to(slip, 0.4F, 0.5F);
  EXPECT_EQ(state.panels, PanelArrangement{});
}

TEST_F(PanelFrame, IsNoWiderThanItIsShownAfterItsSplitterWasDragged) {
  move_to("side.splitter");
  hold(0, true);
  move_to(1000, 300);
  draw();
  draw();
  hold(0, false);
  draw();
  draw();
  EXPECT_GT(state.panels.side.width, PanelArrangement{}.side.width);
  EXPECT_EQ(state.panels.side.width, regions.side().width);
}

TEST_F(PanelFrame, ClosesByItsButton) {
  click("side.close");
  EXPECT_FALSE(state.panels.side.is_shown);
  EXPECT_FALSE(state.widgets.contains("side.bar"));
  EXPECT_EQ(regions.viewport.x, 0);
}

TEST_F(PanelFrame, HasItsFirstSizeAgainAfterADoubleClickOnItsSplitter) {
  state.panels.side.width = 400;
  draw();
  draw();
  click("side.splitter");
  click("side.splitter");
  EXPECT_EQ(state.panels.side.width, PanelArrangement{}.side.width);
}

TEST_F(PanelFrame, KeepsEachPanelWithinItsPlaceAtEveryEdge) {
  for (const PanelEdge edge : {PanelEdge::right, PanelEdge::top, PanelEdge::bottom, PanelEdge::left}) {
    state.panels.side.edge = edge;
    state.panels.lessons.is_shown = true;
    state.panels.messages.is_shown = true;
    draw();
    draw();
    for (std::size_t i = 0; i < panel_members.size(); ++i) {
      const std::string name{panel_members[i].name};
      expect_inside(name + ".bar", regions.panels[i]);
      expect_inside(name + ".close", regions.panels[i]);
      expect_inside(name + ".splitter", regions.splitters[i]);
    }
  }
}

}  // namespace
}  // namespace texelscope::app

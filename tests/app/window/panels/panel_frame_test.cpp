#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::app {
namespace {

using tests::PanelTest;

/// Tests moving a panel by dragging its bar.
class PanelFrame : public PanelTest {
 protected:
  void drag_navigation_to(const Rect& region, float across, float down) {
    move_to("navigation.bar");
    hold(0, true);
    move_to(region.x + across * region.width, region.y + down * region.height);
    draw();
    draw();
    EXPECT_EQ(state.arrangement.panels.navigation.edge, PanelEdge::left)
        << "the panel moved before the mouse was released";
    hold(0, false);
    draw();
  }
};

TEST_F(PanelFrame, MovesToTheEdgeThatItsBarIsDraggedTo) {
  drag_navigation_to(regions.middle(), 0.95F, 0.5F);
  EXPECT_EQ(state.arrangement.panels.navigation.edge, PanelEdge::right);
  EXPECT_EQ(regions.navigation().right(), 1280);
  expect_inside("navigation.bar", regions.navigation());
}

TEST_F(PanelFrame, StaysInPlaceWhenReleasedInTheMiddle) {
  drag_navigation_to(regions.middle(), 0.5F, 0.5F);
  EXPECT_EQ(state.arrangement.panels, PanelArrangement{});
}

TEST_F(PanelFrame, StaysInPlaceWhenItsBarIsOnlyClicked) {
  click("navigation.bar");
  EXPECT_EQ(state.arrangement.panels, PanelArrangement{});
}

TEST_F(PanelFrame, StaysInPlaceWhenTheMouseSlipsOnItsBar) {
  const Rect bar = state.drawn.widgets["navigation.bar"];
  const Rect slip{bar.x, bar.y, 2 * bar.width, bar.height};
  drag_navigation_to(slip, 0.4F, 0.5F);
  EXPECT_EQ(state.arrangement.panels, PanelArrangement{});
}

TEST_F(PanelFrame, IsNoWiderThanItIsShownAfterItsSplitterWasDragged) {
  move_to("navigation.splitter");
  hold(0, true);
  move_to(1000, 300);
  draw();
  draw();
  hold(0, false);
  draw();
  draw();
  EXPECT_GT(state.arrangement.panels.navigation.width, PanelArrangement{}.navigation.width);
  EXPECT_EQ(state.arrangement.panels.navigation.width, regions.navigation().width);
}

TEST_F(PanelFrame, ClosesByItsButton) {
  click("navigation.close");
  EXPECT_FALSE(state.arrangement.panels.navigation.is_shown);
  EXPECT_FALSE(state.drawn.widgets.contains("navigation.bar"));
  EXPECT_EQ(regions.viewport.x, 0);
}

TEST_F(PanelFrame, ReturnsToItsInitialSizeByADoubleClickOnItsSplitter) {
  state.arrangement.panels.navigation.width = 400;
  draw();
  draw();
  click("navigation.splitter");
  click("navigation.splitter");
  EXPECT_EQ(state.arrangement.panels.navigation.width, PanelArrangement{}.navigation.width);
}

TEST_F(PanelFrame, SharesAnEdgeWithASeparateSplitter) {
  state.arrangement.panels.properties.edge = PanelEdge::left;
  draw();
  draw();
  expect_inside("properties.splitter", {0, regions.middle().y, regions.navigation().width, regions.middle().height});
  const float before = regions.properties().height;
  move_to("properties.splitter");
  hold(0, true);
  move_to(100, ImGui::GetIO().MousePos.y - 40);
  draw();
  draw();
  hold(0, false);
  draw();
  EXPECT_NEAR(regions.properties().height, before + 40, 4);
  EXPECT_EQ(state.arrangement.panels.navigation, PanelArrangement{}.navigation);
}

TEST_F(PanelFrame, HasTheSameWidthAsTheOthersInItsColumn) {
  state.arrangement.panels.properties.edge = PanelEdge::left;
  draw();
  draw();
  move_to("navigation.splitter");
  hold(0, true);
  move_to(400, 300);
  draw();
  draw();
  hold(0, false);
  draw();
  EXPECT_NEAR(state.arrangement.panels.navigation.width, 400, 4);
  EXPECT_EQ(state.arrangement.panels.properties.width, state.arrangement.panels.navigation.width);
}

TEST_F(PanelFrame, CentersEachOverlayInTheWindow) {
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {1920.0F, 1400.0F}, {640.0F, 400.0F}}) {
    open(width, height, 1);
    for (const auto& [action, widget] : {std::pair{"help", "help"},
                                         {"about", "about"},
                                         {"commands", "palette"},
                                         {"gallery", "gallery"},
                                         {"open", "open"}}) {
      perform(*find_action(actions, std::string{action}), state);
      draw();
      draw();
      const Rect overlay = rect_of(widget);
      EXPECT_NEAR(overlay.x + overlay.width / 2, width / 2, 1) << widget;
      EXPECT_NEAR(overlay.y + overlay.height / 2, height / 2, 1) << widget;
      click(std::string{widget} + ".close");
      EXPECT_FALSE(state.drawn.widgets.contains(widget)) << widget;
    }
  }
}

TEST_F(PanelFrame, KeepsEachPanelWithinItsPlaceAtEveryEdge) {
  for (const PanelEdge edge : {PanelEdge::right, PanelEdge::top, PanelEdge::bottom, PanelEdge::left}) {
    state.arrangement.panels.navigation.edge = edge;
    state.arrangement.panels.lessons.is_shown = true;
    state.arrangement.panels.messages.is_shown = true;
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

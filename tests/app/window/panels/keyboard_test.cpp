#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string_view>

#include "tests/app/window/panels/keys.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

/// Tests keyboard navigation through the widgets of a lab.
class Keyboard : public PanelTest, public testing::WithParamInterface<std::size_t> {
 protected:
  void SetUp() override {
    add_labs(GetParam());
    open(1920, 1400, 1);
  }

  /// The widgets in a region that can be used with the mouse.
  std::set<std::string> usable(const Rect& region) {
    draw();
    std::set<std::string> names;
    for (const auto& [name, rect] : std::map{state.drawn.widgets}) {
      if (!region.contains_middle_of(rect)) {
        continue;
      }
      move_to(name);
      draw();
      // A panel's own bar has the shortcuts J and I, with and without Shift.
      const bool is_of_bar = name.starts_with("navigation.") || name.starts_with("properties.");
      if (ImGui::GetHoveredID() != 0 && !is_disabled_under_mouse() && !is_of_bar) {
        names.insert(name);
      }
    }
    move_to(-1, -1);
    draw();
    return names;
  }

  static bool is_disabled_under_mouse() {
#if IMGUI_VERSION_NUM >= 19090
    return ImGui::GetCurrentContext()->HoveredIdIsDisabled;
#else
    return ImGui::GetCurrentContext()->HoveredIdDisabled;
#endif
  }

  void press(Key key) {
    set_key(key, true);
    draw();
    set_key(key, false);
    draw();
  }

  /// The position of the item that has keyboard focus.
  static Rect item_of_keys() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const ImGuiWindow* const window = context.NavWindow;
    if (window == nullptr || context.NavId == 0) {
      return {};
    }
    const ImRect& rect = window->NavRectRel[context.NavLayer];
    const ImVec2 origin = window->DC.CursorStartPos;
    return {origin.x + rect.Min.x, origin.y + rect.Min.y, rect.GetWidth(), rect.GetHeight()};
  }

  /// Moves with the arrow keys until every usable widget of the region has been reached.
  void expect_reached(WidgetKeys keys, const Rect& region) {
    std::set<std::string> missing = usable(region);
    ASSERT_FALSE(missing.empty());
    state.arrangement.widget_keys = keys;
    state.arrangement.has_moved_widget_keys = true;
    draw();
    draw();
    std::mt19937 random(7);
    constexpr std::array directions = {ImGuiKey_DownArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_LeftArrow};
    std::size_t direction = 0;
    ImGuiID before = 0;
    constexpr int max_steps = 20000;
    for (int step = 0; step < max_steps && !missing.empty(); ++step) {
      press(directions[direction]);
      const Rect item = item_of_keys();
      const ImGuiID id = ImGui::GetCurrentContext()->NavId;
      if (id == before || random() % 2 == 0) {
        direction = random() % directions.size();
      }
      before = id;
      std::erase_if(missing, [&](const std::string& name) {
        const auto found = state.drawn.widgets.find(name);
        return found == state.drawn.widgets.end() ||
               item.contains(found->second.x + found->second.width / 2, found->second.y + found->second.height / 2);
      });
    }
    for (const std::string& name : missing) {
      ADD_FAILURE() << name << " cannot be reached with the arrow keys";
    }
  }
};

TEST_P(Keyboard, ReachesTheSettingsOfALab) {
  // The Tensors lab has no settings as long as it has no tensor.
  if (labs()[GetParam()].name != "tensors") {
    expect_reached(WidgetKeys::properties, regions.properties());
  }
}

TEST_P(Keyboard, ReachesTheNavigation) { expect_reached(WidgetKeys::navigation, regions.navigation()); }
TEST_P(Keyboard, ReachesTheContentsOfALab) { expect_reached(WidgetKeys::lab, regions.viewport); }

TEST_P(Keyboard, StaysInALabByTab) {
  state.arrangement.widget_keys = WidgetKeys::lab;
  state.arrangement.has_moved_widget_keys = true;
  draw();
  draw();
  for (const bool is_backward : {false, true}) {
    for (int i = 0; i < 40; ++i) {
      set_shift(is_backward);
      press(ImGuiKey_Tab);
      set_shift(false);
      const ImGuiContext& context = *ImGui::GetCurrentContext();
      ASSERT_NE(context.NavWindow, nullptr) << i;
      ASSERT_NE(context.NavId, 0U) << i << (is_backward ? " times Shift+Tab" : " times Tab");
      const Rect item = item_of_keys();
      EXPECT_TRUE(regions.viewport.contains(item.x + item.width / 2, item.y + item.height / 2))
          << i << (is_backward ? " times Shift+Tab" : " times Tab");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Alone, Keyboard, testing::Range<std::size_t>(0, labs().size()),
                         [](const auto& parameter_info) { return std::string{labs()[parameter_info.param].name}; });

}  // namespace
}  // namespace texelscope::tests

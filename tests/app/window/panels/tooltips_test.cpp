#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

const ImGuiWindow* shown_tooltip() {
  const auto& windows = ImGui::GetCurrentContext()->Windows;
  const auto* const found = std::ranges::find_if(windows, [](const ImGuiWindow* window) {
    return window->Active && (window->Flags & ImGuiWindowFlags_Tooltip) != 0;
  });
  return found != windows.end() ? *found : nullptr;
}

/// The window with an open lab, or with a scene if the position is past the last lab.
class Tooltips : public PanelTest, public testing::WithParamInterface<std::size_t> {
 protected:
  void SetUp() override {
    add_labs(GetParam());
    open(1920, 1400, 1);
  }

  /// The next click is usually in the same panel or bar.
  void expect_neighbors_free(const std::string& name) {
    // The size of a new tooltip is known after its first frame.
    draw();
    const ImGuiWindow* const tooltip = shown_tooltip();
    for (const Rect& region : {regions.properties(), regions.navigation(), regions.toolbar, regions.status}) {
      if (tooltip != nullptr && region.contains(ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y)) {
        EXPECT_FALSE(tooltip->Rect().Overlaps({{region.x, region.y}, {region.right(), region.bottom()}})) << name;
      }
    }
  }
};

/// Whether a widget needs no tooltip. Pictures and their parts describe the point under the mouse elsewhere, menus
/// open, and the mouse rests over the text of the editor during typing.
bool speaks_for_itself(std::string_view name) {
  constexpr std::array ends = {"viewport",           "splitter",     "timeline",       ".cells",
                               ".picture",           "layouts.grid", "layouts.memory", "motion.source",
                               "motion.destination", "motion.stage", "layouts.entry0", "kernels.text"};
  return name.starts_with("menu.") ||
         std::ranges::any_of(ends, [&](std::string_view end) { return name.ends_with(end); });
}

TEST_P(Tooltips, DescribeEachWidgetOnEachTab) {
  std::set<std::string> described;
  const auto describe_shown = [&] {
    draw();
    std::set<std::string> names;
    for (const auto& [name, rect] : state.drawn.widgets) {
      names.insert(name);
    }
    for (const std::string& name : names) {
      move_to(-1, -1);
      draw();
      if (speaks_for_itself(name) || !state.drawn.widgets.contains(name) || !described.insert(name).second) {
        continue;
      }
      move_to(name);
      draw();
      // A text that is recorded only for its position is not interactive.
      if (ImGui::GetHoveredID() != 0) {
        EXPECT_NE(shown_tooltip(), nullptr) << name;
        expect_neighbors_free(name);
      }
    }
    return names;
  };
  for (const std::string& name : describe_shown()) {
    if (name.find(".tab.") != std::string::npos) {
      click(name);
      describe_shown();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Everywhere, Tooltips, testing::Range<std::size_t>(0, 10), [](const auto& parameter_info) {
  return parameter_info.param < labs().size() ? std::string{labs()[parameter_info.param].name} : "scene";
});

}  // namespace
}  // namespace texelscope::tests

#include "app/window/file_dialog.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

class Layout : public PanelTest, public testing::WithParamInterface<WindowCase> {
 protected:
  void SetUp() override { open(GetParam().width, GetParam().height, GetParam().scale); }

  void expect_all_inside(const std::string& prefix, const app::Rect& region) {
    int count = 0;
    for (const auto& [name, rect] : state.widgets) {
      if (name.starts_with(prefix)) {
        ++count;
        EXPECT_GE(rect.x, region.x) << name;
        EXPECT_GE(rect.y, region.y) << name;
        EXPECT_LE(rect.right(), region.right() + 0.5F) << name;
        EXPECT_LE(rect.bottom(), region.bottom() + 0.5F) << name;
      }
    }
    EXPECT_GT(count, 0) << prefix;
  }

  /// Rectangles of the same kind do not overlap.
  void expect_apart(const std::string& prefix) {
    for (auto a = state.widgets.begin(); a != state.widgets.end(); ++a) {
      for (auto b = state.widgets.begin(); b != a; ++b) {
        if (a->first.starts_with(prefix) && b->first.starts_with(prefix)) {
          const bool is_apart = a->second.right() <= b->second.x + 0.5F || b->second.right() <= a->second.x + 0.5F ||
                                a->second.bottom() <= b->second.y + 0.5F || b->second.bottom() <= a->second.y + 0.5F;
          EXPECT_TRUE(is_apart) << a->first << " overlaps " << b->first;
        }
      }
    }
  }
};

TEST_P(Layout, KeepsEveryWidgetInItsRegion) {
  state.facts = {
      "cuda:0", "NVIDIA H200",        "llvmpipe (LLVM 15.0.6, 256 bits)", "GL", "4.5 (Core Profile) Mesa 22.3.6",
      false,    "GL runs in software"};
  state.image = app::LoadedImage{"/a/rather/long/name of a picture file.png", std::make_shared<app::Image>()};
  app::current_settings(state).values.set("rotation", 30.0);
  draw();
  draw();
  expect_all_inside("menu.", regions.menu);
  expect_all_inside("scene.", regions.navigation());
  expect_all_inside("status.", regions.status);
  expect_all_inside("zoom", regions.readout);
  expect_apart("status.");
  expect_apart("scene.");
  expect_apart("menu.");
  for (const char* name : {"parameter.rotation", "reset.rotation", "button.pause", "frame.size"}) {
    if (state.widgets.contains(name)) {
      const app::Rect rect = state.widgets[name];
      EXPECT_LE(rect.right(), regions.properties().right()) << name;
      EXPECT_GE(rect.x, regions.properties().x) << name;
    }
  }
}

TEST_P(Layout, KeepsOverlaysInTheWindow) {
  const app::Rect window{0, 0, GetParam().width, GetParam().height};
  state.has_help = true;
  draw();
  draw();
  expect_all_inside("help", window);
  state.has_help = false;
  app::show_open_dialog(state);
  draw();
  draw();
  expect_all_inside("open", window);
  for (int i = 0; i < 5; ++i) {
    state.notices.notify(app::NoticeKind::error, std::string(300, 'x') + std::to_string(i), state.now);
  }
  draw();
  draw();
  expect_all_inside("toast", regions.viewport);
  expect_apart("toast");
}

TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(Layout);

}  // namespace
}  // namespace texelscope::tests

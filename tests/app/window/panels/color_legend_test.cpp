#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/documents/picture_document.h"
#include "app/scenes/registry.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::app {
namespace {

class ColorLegend : public tests::PanelTest {
 protected:
  void SetUp() override {
    PanelTest::SetUp();
    // This scene shows pictures.
    scenes[0] = require_scene("image");
    state.scenes.settings[0].values = ParameterValues(scenes[0].parameters());
    choose_scene(state, 0);
    state.pictures.current = LoadedImage{
        "/pictures/a.png",
        std::make_shared<const Image>(Image{64, 64, 1, gpu::DataType::uint8, std::vector<std::byte>(4096)})};
    draw_twice();
  }
  void draw_twice() {
    draw();
    draw();
  }
  [[nodiscard]] bool is_there() const { return state.drawn.widgets.contains("color_legend"); }
};

TEST_F(ColorLegend, IsShownWhileAPictureHasAColorMap) {
  EXPECT_FALSE(is_there());
  current_settings(state).values.set("false_color", std::string{"ember"});
  draw_twice();
  expect_inside("color_legend", regions.viewport);
  for (const char* label : {"color_legend.0", "color_legend.0.5", "color_legend.1"}) {
    expect_inside(label, regions.viewport);
  }
  current_settings(state).values.set("tone_map", std::string{"reinhard"});
  draw_twice();
  EXPECT_TRUE(state.drawn.widgets.contains("color_legend.0.5"));
  EXPECT_FALSE(state.drawn.widgets.contains("color_legend.1")) << "Reinhard's curve never reaches white";
  choose_scene(state, 1);
  draw_twice();
  EXPECT_FALSE(is_there());
}

TEST_F(ColorLegend, IsHiddenInATinyWindow) {
  current_settings(state).values.set("false_color", std::string{"ember"});
  open(320, 200, 1);
  draw_twice();
  EXPECT_FALSE(is_there());
}

}  // namespace
}  // namespace texelscope::app

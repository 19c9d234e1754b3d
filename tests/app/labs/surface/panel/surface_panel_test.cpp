#include "app/labs/surface/surface_lab.h"

#include <chrono>
#include <thread>

#include "tests/app/child_program.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

class SurfaceLabPanels : public LabPanelTest<SurfaceLab> {
 protected:
  SurfaceLabPanels() : LabPanelTest("surfaces") {
    state.device = gpu::Device::open({});
    lab().program = built_program();
  }

  void press(const KeyChord& chord) {
    perform(*find_action(actions, chord), state);
    draw();
    draw();
  }
  void finish_trial() {
    while (lab().is_trying()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      draw();
    }
    draw();
  }
  /// Moves the mouse over a texel of the chosen level.
  void move_to_texel(int x, int y) {
    const Rect rect = rect_of("surfaces.texels");
    const float side = rect.width / static_cast<float>(lab().chosen()->width);
    move_to(rect.x + (static_cast<float>(x) + 0.5F) * side, rect.y + (static_cast<float>(y) + 0.5F) * side);
    draw();
  }
};

TEST_F(SurfaceLabPanels, WriteByTheButtonAndTheKey) {
  type("surfaces.value", "1, 2, 3, 4");
  click("surfaces.write");
  EXPECT_EQ(lab().chosen()->changed_texels(), 12);
  EXPECT_TRUE(state.drawn.widgets.contains("surfaces.report"));
  press({.key = key::f5});
  EXPECT_EQ(lab().strokes().size(), 2U);
  EXPECT_EQ(lab().chosen()->changed_texels(), 0) << "the repeated stroke changes nothing";
}

TEST_F(SurfaceLabPanels, PaintByDraggingOverTheSurface) {
  lab().brush.stroke.width = 1;
  lab().brush.stroke.height = 1;
  move_to_texel(2, 3);
  hold(0, true);
  move_to_texel(9, 3);
  draw();
  hold(0, false);
  draw();
  EXPECT_EQ(lab().chosen()->changed_texels(), 8);
  EXPECT_TRUE(lab().chosen()->is_changed(2, 3));
  EXPECT_TRUE(lab().chosen()->is_changed(9, 3));
  EXPECT_EQ(lab().brush.stroke.x, 9);
  click("surfaces.before");
  EXPECT_TRUE(lab().shows_before);
}

TEST_F(SurfaceLabPanels, WarnAboutTheClassicMistake) {
  EXPECT_FALSE(state.drawn.widgets.contains("surfaces.warning"));
  click("surfaces.x_in.2");
  draw();
  EXPECT_EQ(lab().brush.stroke.x_in, BrushX::mistaken);
  EXPECT_TRUE(state.drawn.widgets.contains("surfaces.warning"));
  click("surfaces.x_in.0");
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("surfaces.warning"));
}

TEST_F(SurfaceLabPanels, TryATrapInAChildProcess) {
  lab().brush.stroke.x = 14;
  draw();
  click("surfaces.write");
  finish_trial();
  EXPECT_TRUE(state.drawn.widgets.contains("surfaces.report.failed")) << lab().report()->text;
  click("surfaces.boundary.1");
  click("surfaces.write");
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("surfaces.report.failed"));
  EXPECT_GT(lab().chosen()->changed_texels(), 0);
}

TEST_F(SurfaceLabPanels, ChooseLevelsFormatsAndFills) {
  click("surfaces.level.1");
  EXPECT_EQ(lab().level, 1U);
  click("surfaces.format");
  click("surfaces.format.7");
  EXPECT_EQ(lab().input.format, gpu::DataType::float32);
  click("surfaces.channels.0");
  draw();
  EXPECT_EQ(lab().chosen()->element_size, 4U);
  EXPECT_TRUE(lab().stroke()) << lab().brush_error();
  click("surfaces.fill.0");
  draw();
  EXPECT_EQ(lab().input.fill, SurfaceFill::zero);
  click("surfaces.swatch.4");
  EXPECT_EQ(lab().brush.value, "1");
  type("surfaces.value", "red");
  EXPECT_TRUE(state.drawn.widgets.contains("surfaces.error.value"));
}

TEST_F(SurfaceLabPanels, LinkATexelBetweenItsViews) {
  open(1600, 720, 1);
  move_to_texel(3, 2);
  draw();
  EXPECT_EQ(lab().hovered_byte, 2U * 64 + 12);
  const Rect bytes = rect_of("surfaces.bytes");
  move_to(bytes.right() - 3, bytes.y + 3);
  draw();
  draw();
  ASSERT_TRUE(lab().hovered_byte);
  EXPECT_LT(*lab().hovered_byte, 64U);
  move_to("surfaces.tab.elements");
  click("surfaces.tab.elements");
  const Rect elements = rect_of("surfaces.elements");
  move_to(elements.right() - 3, elements.bottom() - 3);
  draw();
  EXPECT_EQ(lab().hovered_byte, 640U - 4);
}

TEST_F(SurfaceLabPanels, ShowAllLevelsAsATexture) {
  click("surfaces.tab.texture");
  draw();
  expect_widgets({"surfaces.picture.0", "surfaces.picture.1", "surfaces.picture.2"});
  ASSERT_NE(state.drawn.images["surfaces.level1"].image, nullptr);
  const auto linear = state.drawn.images["surfaces.level1"].image;
  click("surfaces.filter.point");
  draw();
  EXPECT_NE(state.drawn.images["surfaces.level1"].image, linear);
  click("surfaces.picture.2");
  EXPECT_EQ(lab().level, 2U);
}

TEST_F(SurfaceLabPanels, ReportAMissingDevice) {
  lab().release();
  state.device.reset();
  draw();
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("surfaces.error.surfaces"));
}

class SurfaceLabInWindows : public InWindows<SurfaceLabPanels> {};
TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(SurfaceLabInWindows);

TEST_P(SurfaceLabInWindows, KeepTheirPartsInsideAndApart) {
  for (const SurfaceInput& input :
       {SurfaceInput{}, SurfaceInput{.width = 64, .height = 64, .format = gpu::DataType::float32, .num_levels = 7},
        SurfaceInput{.width = 1, .height = 64, .format = gpu::DataType::int8, .channels = 1, .num_levels = 7},
        SurfaceInput{.width = 64, .height = 1, .format = gpu::DataType::uint16, .channels = 2, .num_levels = 7}}) {
    lab().input = input;
    for (const BrushX x_in : {BrushX::texels, BrushX::bytes, BrushX::mistaken}) {
      lab().brush.stroke = {.x = -2, .y = -2, .width = 256, .height = 256};
      lab().brush.stroke.x_in = x_in;
      lab().brush.value = "1";
      for (const SurfaceTab tab : {SurfaceTab::paint, SurfaceTab::bytes, SurfaceTab::elements, SurfaceTab::texture}) {
        lab().choose_tab(tab);
        draw();
        draw();
        for (const char* name : {"surfaces.tab.bytes", "surfaces.tab.elements", "surfaces.tab.texture",
                                 "surfaces.write", "surfaces.level.0", "surfaces.before"}) {
          expect_inside(name, regions.viewport);
        }
        EXPECT_LT(rect_of("surfaces.tab.texture").right(), rect_of("surfaces.write").x);
        if (state.drawn.widgets.contains("surfaces.surface")) {
          expect_inside("surfaces.surface", regions.viewport);
          expect_inside("surfaces.texels", rect_of("surfaces.surface"));
        }
        for (const auto& [name, rect] : state.drawn.widgets) {
          if (name.starts_with("surfaces.picture.")) {
            expect_inside(name, regions.viewport);
          }
          if (name.starts_with("surfaces.x_in") || name.starts_with("surfaces.fill")) {
            EXPECT_GE(rect.x, regions.properties().x) << name;
            EXPECT_LE(rect.right(), regions.properties().right() + 0.5F) << name;
          }
        }
      }
    }
  }
}

TEST_F(SurfaceLabPanels, HaveRoomForTheTexelsOutsideThatTheBrushReaches) {
  open(960, 600, 1);
  const int width = lab().chosen()->width;
  lab().brush.stroke.x_in = BrushX::texels;
  lab().brush.stroke.width = 4;
  lab().brush.stroke.x = width - 2;
  draw();
  draw();
  const Rect texels = rect_of("surfaces.texels");
  const float side = texels.width / static_cast<float>(width);
  EXPECT_GE(rect_of("surfaces.surface").right(), texels.right() + 2 * side + theme(2));
  expect_inside("surfaces.surface", regions.viewport);
  move_to_texel(2, 0);
  hold(0, true);
  EXPECT_EQ(rect_of("surfaces.texels").width, texels.width) << "the texels moved under the mouse";
  hold(0, false);
}

}  // namespace
}  // namespace texelscope::tests

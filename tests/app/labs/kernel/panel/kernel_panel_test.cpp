#include "app/labs/kernel/kernel_lab.h"

#include <chrono>
#include <thread>

#include "tests/app/child_program.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

std::size_t lab_position(std::string_view name) {
  std::size_t position = 0;
  while (labs()[position].name != name) {
    ++position;
  }
  return position;
}

/// Without a compiler the panels are the same, but for what they say.
class KernelLabPanels : public LabPanelTest<KernelLab> {
 protected:
  KernelLabPanels() : LabPanelTest(lab_position("kernels")) {
    state.device = gpu::Device::open({});
    lab().controls.is_paused = true;
  }
  void TearDown() override {
    lab().release();
    PanelTest::TearDown();
  }

  ChildProgram program{built_program()};

  void settle_lab() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (lab().is_busy() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      draw();
    }
    draw();
    draw();
  }
  /// Ctrl and a key, while the text has the keyboard or not.
  void press_control(int key) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = true;
    io.KeyMods = ImGuiKeyModFlags_Ctrl;
    io.KeysDown[key] = true;
    draw();
    io.KeysDown[key] = false;
    io.KeyCtrl = false;
    io.KeyMods = 0;
    draw();
  }
};

constexpr const char* wrong =
    "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
    "  int fine = at.x;\n"
    "  no_such_thing = fine;\n"
    "}\n";

TEST_F(KernelLabPanels, OpenByTheKeyAndShowTextAndPicture) {
  EXPECT_TRUE(state.widgets.contains("kernels.text"));
  EXPECT_TRUE(state.widgets.contains("kernels.picture"));
  perform(*find_action(actions, {.key = key::f7}), state);
  draw();
  EXPECT_FALSE(state.lab);
}

TEST_F(KernelLabPanels, MarkErrorsAtTheirLineAndGoThere) {
  settle_lab();
  if (lab().error().find("no C++ compiler") != std::string::npos) {
    GTEST_SKIP() << lab().error();
  }
  EXPECT_TRUE(state.widgets.contains("kernels.status.runs"));
  type("kernels.text", wrong);
  EXPECT_EQ(lab().text, wrong);
  EXPECT_TRUE(lab().is_edited());
  press_control('S');
  EXPECT_TRUE(state.widgets.contains("kernels.status.compiling"));
  settle_lab();
  EXPECT_TRUE(state.widgets.contains("kernels.status.failed"));
  EXPECT_TRUE(state.widgets.contains("kernels.mark.3"));
  EXPECT_FALSE(state.widgets.contains("kernels.mark.2"));
  const Rect mark = rect_of("kernels.mark.3");
  click("kernels.message.0");
  draw();
  EXPECT_EQ(lab().cursor.line, 3);
  type("kernels.text", "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index, const Frame&) {}\n");
  click("kernels.compile");
  settle_lab();
  EXPECT_TRUE(state.widgets.contains("kernels.status.runs")) << lab().error();
  EXPECT_FALSE(state.widgets.contains("kernels.mark.3"));
  EXPECT_GT(mark.height, 8);
}

TEST_F(KernelLabPanels, ExamplesTakeThePlaceOfTheText) {
  click("kernels.example.mandelbrot");
  EXPECT_NE(lab().text.find("Mandelbrot"), std::string::npos);
  EXPECT_FALSE(lab().is_edited());
  click("kernels.text");
  click("kernels.example.ripple");
  draw();
  EXPECT_NE(lab().text.find("palette"), std::string::npos) << "also while the text has the keyboard";
}

TEST_F(KernelLabPanels, ManyLinesScrollWithTheCursor) {
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text += "// line\n";
  }
  lab().open_text(text);
  draw();
  const float top = rect_of("kernels.text").y;
  lab().cursor.wanted_line = 150;
  for (int i = 0; i < 5; ++i) {
    draw();
  }
  EXPECT_EQ(lab().cursor.line, 150);
  EXPECT_LT(rect_of("kernels.text").y, top);
}

class KernelLabWindows : public KernelLabPanels, public testing::WithParamInterface<WindowCase> {};

TEST_P(KernelLabWindows, EverythingIsInsideTheWindow) {
  open(GetParam().width, GetParam().height, GetParam().scale);
  lab().text = wrong;
  lab().save();
  settle_lab();
  expect_inside("kernels.compile", regions.viewport);
  if (state.widgets.contains("kernels.tab.picture")) {
    click("kernels.tab.picture");
  }
  expect_inside("kernels.picture", regions.viewport);
}

TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(KernelLabWindows);

}  // namespace
}  // namespace texelscope::tests

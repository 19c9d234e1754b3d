#include "app/labs/kernel/kernel_lab.h"
#include "app/workspace/undo.h"

#include <array>
#include <chrono>
#include <fstream>
#include <span>
#include <thread>

#include "app/labs/kernel/kernel_examples.h"
#include "app/labs/kernel/panel/kernel_panel.h"
#include "app/window/command_palette.h"
#include "app/window/panels/printed_texels.h"
#include "app/workspace/edit.h"
#include "tests/app/child_program.h"
#include "tests/app/temporary_folder.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

/// Without a compiler, the panels are the same, except for their messages.
class KernelLabPanels : public LabPanelTest<KernelLab> {
 protected:
  KernelLabPanels() : LabPanelTest("kernels") {
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
};

constexpr const char* wrong =
    "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
    "  int fine = at.x;\n"
    "  no_such_thing = fine;\n"
    "}\n";

TEST_F(KernelLabPanels, ShowTextAndImage) { expect_widgets({"kernels.text", "kernels.picture"}); }

TEST_F(KernelLabPanels, SetEachParameterByItsSlider) {
  constexpr std::array names = {"a", "b", "c", "d"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Rect slider = rect_of(std::string{"kernels."} + names[i]);
    for (const float part : {0.25F, 0.75F}) {
      move_to(slider.x + part * slider.width, slider.y + slider.height / 2);
      draw();
      hold(0, true);
      hold(0, false);
      EXPECT_NEAR(lab().controls.values[i], part, 0.05F) << names[i];
    }
  }
}

TEST_F(KernelLabPanels, CompleteNamesByTabAndByClick) {
  type("kernels.text", "float x = smo");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.completion.0"));
  set_key(ImGuiKey_Tab, true);
  draw();
  set_key(ImGuiKey_Tab, false);
  draw();
  EXPECT_EQ(lab().text, "float x = smooth_step");
  type("kernels.text", "Float2 y = cla");
  draw();
  ASSERT_TRUE(state.drawn.widgets.contains("kernels.completion.0"));
  click("kernels.completion.0");
  draw();
  EXPECT_EQ(lab().text, "Float2 y = clamp");
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.completion.0"));
  type("kernels.text", "zz");
  set_key(ImGuiKey_Tab, true);
  draw();
  set_key(ImGuiKey_Tab, false);
  draw();
  EXPECT_EQ(lab().text, "zz  ") << "Tab indents if there is no completion";
}

TEST_F(KernelLabPanels, CycleThroughNamesByTab) {
  type("kernels.text", "float x = co");
  draw();
  ASSERT_GE(lab().completion.offered.names.size(), 2U);
  const auto names = lab().completion.offered.names;
  for (std::size_t i = 0; i <= names.size(); ++i) {
    set_key(ImGuiKey_Tab, true);
    draw();
    set_key(ImGuiKey_Tab, false);
    draw();
    EXPECT_EQ(lab().text, "float x = " + names[i % names.size()].name) << "Tab " << i + 1;
  }
}

TEST_F(KernelLabPanels, KeepTheTextWhenEscapeLeavesTheField) {
  type("kernels.text", "float x");
  set_key(ImGuiKey_Escape, true);
  draw();
  set_key(ImGuiKey_Escape, false);
  draw();
  EXPECT_EQ(lab().text, "float x");
}

TEST_F(KernelLabPanels, ShowTheReferenceBesideTheText) {
  click("kernels.tab.reference");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.reference.0"));
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.text"));
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.picture"));
  type("kernels.reference.filter", "smooth_step");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.reference.0"));
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.reference.1"));
  EXPECT_FALSE(is_said("No matching names."));
  type("kernels.reference.filter", "no such name");
  draw();
  EXPECT_TRUE(is_said("No matching names."));
  click("kernels.tab.picture");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.picture"));
}

TEST_F(KernelLabPanels, ZoomTheImageByTheWheelAndShowItsPixels) {
  settle_lab();
  if (!lab().image()) {
    GTEST_SKIP() << lab().error();
  }
  move_to("kernels.picture");
  draw();
  ASSERT_TRUE(lab().view.mouse);
  const std::pair<float, float> before = *lab().view.mouse;
  for (int i = 0; i < 4; ++i) {
    ImGui::GetIO().MouseWheel = 1;
    draw();
  }
  EXPECT_GT(lab().place.zoom, 2);
  EXPECT_NEAR(lab().view.mouse->first, before.first, 1.5F) << "the pixel under the mouse keeps its position";
  EXPECT_EQ(lab().shown_view().view, &lab().place) << "keys also zoom the image";
}

TEST_F(KernelLabPanels, MoveToATypedPixel) {
  settle_lab();
  if (!lab().image()) {
    GTEST_SKIP() << lab().error();
  }
  state.dialogs.palette.text = "3, 4";
  perform(found_commands(state, actions).front(), state);
  EXPECT_EQ(lab().place.zoom, 64);
  EXPECT_NEAR(lab().place.center.x, 3.5, 0.01);
  EXPECT_NEAR(lab().place.center.y, 4.5, 0.01);
}

TEST_F(KernelLabPanels, PrintValuesInEnlargedPixels) {
  settle_lab();
  if (!lab().image()) {
    GTEST_SKIP() << lab().error();
  }
  state.drawn.images["kernels.picture"].texture = &state;
  zoom_to(lab().place, lab().place_extent, 64, {0, 0});
  draw();
  draw();
  const auto vertices = [] { return ImGui::GetDrawData()->TotalVtxCount; };
  const TexelBox box = visible_texels(lab().place, lab().place_extent);
  const int with = vertices();
  state.viewport.has_texel_values = false;
  draw();
  // A texel shows four channels with at least one digit each, and a digit has four vertices.
  EXPECT_GE(with - vertices(), (box.right - box.left) * (box.bottom - box.top) * 16);
}

TEST_F(KernelLabPanels, MarkErrorsAtTheirLineAndJumpThere) {
  settle_lab();
  if (lab().error().find("no C++ compiler") != std::string::npos) {
    GTEST_SKIP() << lab().error();
  }
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.status.runs"));
  type("kernels.text", wrong);
  EXPECT_EQ(lab().text, wrong);
  EXPECT_TRUE(lab().is_edited());
  press_control('S');
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.status.compiling"));
  settle_lab();
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.status.failed"));
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.mark.3"));
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.mark.2"));
  const Rect mark = rect_of("kernels.mark.3");
  click("kernels.message.0");
  draw();
  EXPECT_EQ(lab().cursor.line, 3);
  type("kernels.text", "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index, const Frame&) {}\n");
  click("kernels.compile");
  settle_lab();
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.status.runs")) << lab().error();
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.mark.3"));
  EXPECT_GT(mark.height, 8);
}

TEST_F(KernelLabPanels, SayWhereTheSourceWasSaved) {
  const TemporaryFolder folder;
  const auto notice = [&] { return state.notices.entries().empty() ? "" : state.notices.entries().back().text; };
  settle_lab();
  type("kernels.text", wrong);
  EXPECT_EQ(notice(), "");
  press_control('S');
  settle_lab();
  EXPECT_NE(notice().find("kept only in the session"), std::string::npos) << notice();
  EXPECT_NE(notice().find("enter a path under FILE"), std::string::npos) << notice();
  lab().file = (folder.path() / "own.cu").string();
  press_control('S');
  settle_lab();
  EXPECT_EQ(notice(), "Saved " + lab().file);
  const std::size_t count = state.notices.entries().size();
  lab().file = (folder.path() / "no folder" / "own.cu").string();
  press_control('S');
  settle_lab();
  EXPECT_FALSE(lab().file_error().empty());
  EXPECT_EQ(state.notices.entries().size(), count) << notice();
  std::ofstream{folder.path() / "others.cu"} << "// other";
  lab().file = (folder.path() / "others.cu").string();
  press_control('S');
  settle_lab();
  EXPECT_EQ(state.notices.entries().size(), count) << "it asks first";
  lab().overwrite_file();
  draw();
  EXPECT_EQ(notice(), "Saved " + lab().file);
}

TEST_F(KernelLabPanels, OfferToStopASlowKernel) {
  settle_lab();
  if (lab().error().find("no C++ compiler") != std::string::npos) {
    GTEST_SKIP() << lab().error();
  }
  lab().text =
      "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index, const Frame&) {\n  volatile int waits = 1;\n  while (waits) "
      "{}\n}\n";
  lab().save();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while ((lab().is_compiling() || lab().is_edited() || !lab().runs_last()) && std::chrono::steady_clock::now() < end) {
    draw();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.stop"));
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.picture.note"));
  state.now += 1.5;
  draw();
  draw();
  expect_inside("kernels.stop", regions.viewport);
  expect_inside("kernels.picture.note", regions.viewport);
  EXPECT_LE(rect_of("kernels.stop").right(), rect_of("kernels.compile").x) << "the buttons are side by side";
  click("kernels.stop");
  settle_lab();
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.stop"));
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.mark.3")) << lab().error();
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.picture.note")) << "the last working kernel";
}

TEST_F(KernelLabPanels, DimAnImageThatIsNotTheTexts) {
  settle_lab();
  if (lab().error().find("no C++ compiler") != std::string::npos) {
    GTEST_SKIP() << lab().error();
  }
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.picture.note"));
  lab().set("text", wrong);
  lab().take_origin("session.json");
  draw();
  expect_inside("kernels.picture.note", rect_of("kernels.picture"));
  click("kernels.compile");
  settle_lab();
  expect_inside("kernels.picture.note", rect_of("kernels.picture"));
}

TEST_F(KernelLabPanels, DimNoImageWhileSomebodyTypes) {
  settle_lab();
  if (lab().error().find("no C++ compiler") != std::string::npos) {
    GTEST_SKIP() << lab().error();
  }
  const auto is_dim = [&] {
    ImVec4 dim = color::canvas;
    dim.w = 0.6F;
    for (const ImDrawList* const list :
         std::span{ImGui::GetDrawData()->CmdLists, static_cast<std::size_t>(ImGui::GetDrawData()->CmdListsCount)}) {
      for (const ImDrawVert& vertex : list->VtxBuffer) {
        if (vertex.col == packed(dim)) {
          return true;
        }
      }
    }
    return false;
  };
  lab().text = wrong;
  lab().save();
  settle_lab();
  EXPECT_TRUE(is_dim());
  lab().note_typing(state.now);
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("kernels.picture.note"));
  EXPECT_FALSE(is_dim());
  state.now += 1.5;
  draw();
  EXPECT_TRUE(is_dim());
}

TEST(KernelMessages, ShowTheirLineAndColumn) {
  EXPECT_EQ(message_place({.line = 4, .column = 7, .text = {}}), "4:7");
  EXPECT_EQ(message_place({.line = 4, .text = {}}), "line 4") << "a message that has no column";
  EXPECT_EQ(message_place({}), "–") << "a message about the whole text";
}

TEST_F(KernelLabPanels, ExamplesReplaceTheText) {
  click("kernels.example.mandelbrot");
  EXPECT_NE(lab().text.find("Mandelbrot"), std::string::npos);
  EXPECT_FALSE(lab().is_edited());
  click("kernels.text");
  click("kernels.example.ripple");
  draw();
  EXPECT_NE(lab().text.find("palette"), std::string::npos)
      << "the example replaces the text even while the editor has the keyboard focus";
}

TEST_F(KernelLabPanels, OneUndoRestoresTheTextThatAnExampleReplaced) {
  const auto keep_step = [&] { record_edit(state, true); };
  keep_step();
  type("kernels.text", "one two");
  click("kernels.example.ripple");
  keep_step();
  ASSERT_NE(lab().text.find("palette"), std::string::npos);
  undo(state);
  EXPECT_EQ(lab().text, "one two");
  settle_lab();
  EXPECT_FALSE(lab().is_edited()) << "the restored text is compiled like typed text";
}

TEST_F(KernelLabPanels, UndoRevertsTypingWordByWord) {
  record_edit(state, true);
  type("kernels.text", "x");
  EXPECT_TRUE(lab().undoes_typing());
  for (const char* letters : {" ", "t", "w", "o", " ", "e", "n", "d"}) {
    ImGui::GetIO().AddInputCharactersUTF8(letters);
    draw();
  }
  EXPECT_EQ(lab().text, "x two end");
  record_edit(state, true);
  std::vector<std::string> texts;
  while (state.history.can_undo()) {
    undo(state);
    texts.push_back(lab().text);
    draw();
    draw();
    draw();
    EXPECT_TRUE(lab().undoes_typing()) << "typing continues";
  }
  ASSERT_GE(texts.size(), 3U);
  EXPECT_EQ(texts[0], "x two ");
  EXPECT_EQ(texts[1], "x ");
  EXPECT_EQ(texts.back(), kernel_examples().front().text);
}

TEST_F(KernelLabPanels, ShowTheOriginOfAnUncompiledText) {
  settle_lab();
  lab().set("text", wrong);
  lab().take_origin("session.json");
  draw();
  draw();
  expect_inside("kernels.origin", regions.viewport);
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.status.compiling"));
  click("kernels.compile");
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.origin"));
}

TEST_F(KernelLabPanels, AskBeforeOverwritingAFileFromElsewhere) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.write("theirs.cu", "theirs");
  settle_lab();
  type("kernels.file", path.string());
  EXPECT_EQ(lab().file, path.string());
  press_control('S');
  expect_inside("kernels.overwrite.yes", regions.viewport);
  EXPECT_EQ(file_bytes(path), "theirs");
  click("kernels.overwrite.no");
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.overwrite.yes"));
  settle_lab();
  press_control('S');
  click("kernels.overwrite.yes");
  draw();
  EXPECT_EQ(file_bytes(path), lab().text);
  EXPECT_FALSE(state.drawn.widgets.contains("kernels.overwrite.yes"));
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
  if (state.drawn.widgets.contains("kernels.tab.picture")) {
    click("kernels.tab.picture");
  }
  expect_inside("kernels.picture", regions.viewport);
}

TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(KernelLabWindows);

}  // namespace
}  // namespace texelscope::tests

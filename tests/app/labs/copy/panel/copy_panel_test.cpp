#include "app/labs/copy/copy_lab.h"

#include <chrono>
#include <cmath>
#include <thread>

#include "app/images/image_file.h"
#include "app/labs/layout/layout_lab.h"
#include "tests/app/temporary_folder.h"
#include "tests/app/window/panels/drawn_pixels.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

class CopyLabPanels : public LabPanelTest<CopyLab> {
 protected:
  CopyLabPanels() : LabPanelTest("copies") { lab().playback.is_playing = false; }

  void run() {
    state.device = gpu::Device::open({});
    lab().set("source_shape", "96, 64");
    draw();
    click("copies.run");
    while (lab().is_running()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      draw();
    }
    draw();
  }
};

TEST_F(CopyLabPanels, ShowSettingsMotionAndPlan) {
  expect_widgets({"copies.preset", "copies.source_shape", "copies.motion.cells", "copies.plan.method"});
}

TEST_F(CopyLabPanels, ChooseAPresetAndItsSize) {
  click("copies.preset");
  click("copies.preset.5");
  draw();
  EXPECT_EQ(lab().preset, 5U);
  EXPECT_EQ(lab().setup().plan->method, gpu::CopyMethod::channels);
  const auto bytes = lab().setup().bytes();
  const Rect size = rect_of("copies.size");
  move_to(size.x + 3, size.y + size.height / 2);
  hold(0, true);
  hold(0, false);
  draw();
  EXPECT_EQ(lab().preset, 5U);
  EXPECT_LT(lab().setup().bytes(), bytes);
}

TEST_F(CopyLabPanels, ShowTheLimitOfThePresets) {
  for (const auto& [log2, text] : {std::pair{8, "256 bytes"}, {10, "1 KiB"}, {20, "1 MiB"}, {28, "256 MiB"}}) {
    lab().preset_log2 = log2;
    draw();
    EXPECT_EQ(texts_in(rect_of("copies.size")), std::vector<std::string>{text});
  }
}

TEST_F(CopyLabPanels, AcceptATypedSourceAndReportItsErrors) {
  type("copies.source_shape", "64, 32, 3");
  EXPECT_TRUE(state.drawn.widgets.contains("copies.error.source_operations"));
  EXPECT_TRUE(state.drawn.widgets.contains("copies.error.setup"));
  EXPECT_FALSE(lab().can_run());
  type("copies.source_operations", "permuted(2, 0, 1)");
  EXPECT_FALSE(state.drawn.widgets.contains("copies.error.source_operations"));
  EXPECT_EQ(lab().setup().source.layout->shape(), (gpu::Dimensions{3, 64, 32}));
  type("copies.source_shape", "x");
  expect_widgets({"copies.error.source_shape", "copies.error.setup"});
}

TEST_F(CopyLabPanels, ChooseTheLayoutOfTheDestination) {
  click("copies.order.F");
  draw();
  EXPECT_EQ(lab().setup().plan->method, gpu::CopyMethod::linear);
  click("copies.order.typed");
  draw();
  EXPECT_EQ(lab().input.destination.array.shape, "1024, 1024");
  ASSERT_TRUE(lab().setup().plan);
  lab().input.destination.array.shape = "4, 4";
  draw();
  draw();
  expect_widgets({"copies.error.setup"});
}

TEST_F(CopyLabPanels, CopyTheLayoutOfTheOtherLab) {
  auto& layouts = static_cast<LayoutLab&>(*state.labs.states[0]);
  layouts.text.shape = "5, 6, 7";
  layouts.entries.clear();
  layouts.add("permuted(2, 1, 0)");
  layouts.update();
  click("copies.source.take");
  draw();
  EXPECT_EQ(lab().setup().source.layout->shape(), (gpu::Dimensions{7, 6, 5}));
  click("copies.destination.take");
  draw();
  EXPECT_EQ(lab().input.order, CopyOrder::typed);
  EXPECT_EQ(*lab().setup().destination.layout, *lab().setup().source.layout);
}

TEST_F(CopyLabPanels, AcceptFilesAndTheOpenPicture) {
  click("copies.content.npy");
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("copies.error.file")) << "no file name has been typed yet";
  type("copies.file", "/nowhere.npy");
  EXPECT_TRUE(state.drawn.widgets.contains("copies.error.file"));
  const TemporaryFolder folder;
  const auto path = folder / "a.png";
  const Image image{8, 4, 3, gpu::DataType::uint8, std::vector<std::byte>(96)};
  save_png(path, image);
  state.pictures.current = LoadedImage{path, std::make_shared<const Image>(image)};
  click("copies.content.image");
  click("copies.use_opened");
  lab().input.source.operations = "";
  draw();
  draw();
  ASSERT_TRUE(lab().setup().plan) << lab().setup().error();
  EXPECT_EQ(lab().setup().source.array().shape(), (gpu::Dimensions{4, 8, 3}));
}

TEST_F(CopyLabPanels, StepThroughTheCopy) {
  click("copies.motion.step");
  click("copies.motion.step");
  click("copies.motion.step");
  EXPECT_EQ(lab().moves_done(), 3U);
  click("copies.motion.back");
  EXPECT_EQ(lab().moves_done(), 2U);
  click("copies.motion.elements");
  EXPECT_EQ(lab().playback.order, MotionOrder::elements);
  EXPECT_EQ(lab().moves_done(), 0U);
  EXPECT_FALSE(state.drawn.widgets.contains("copies.motion.stage"));
  click("copies.motion.plan");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("copies.motion.stage"));
  const Rect scrub = rect_of("copies.motion.scrub");
  move_to(scrub.right() - 2, scrub.y + scrub.height / 2);
  hold(0, true);
  hold(0, false);
  EXPECT_EQ(lab().moves_done(), lab().motion().moves.size());
  click("copies.motion.restart");
  EXPECT_EQ(lab().moves_done(), 0U);
  click("copies.motion.play");
  for (int frame = 0; frame < 40; ++frame) {
    draw();
  }
  EXPECT_GE(lab().moves_done(), 2U);
  click("copies.motion.play");
  EXPECT_FALSE(lab().playback.is_playing);
}

TEST_F(CopyLabPanels, FillTheBarsOfSectorsInProportion) {
  lab().playback.position = static_cast<double>(lab().motion().moves.size()) / 2;
  draw();
  draw();
  const SectorCount& shown = lab().motion(MotionOrder::plan).sectors[lab().moves_done()];
  const SectorCount& plan = lab().motion(MotionOrder::plan).sectors.back();
  const SectorCount& elements = lab().motion(MotionOrder::elements).sectors.back();
  const auto most = static_cast<float>(std::max(plan.read + plan.written, elements.read + elements.written));
  const auto expect_filled = [&](const char* widget, const ImVec4& color, std::int64_t sectors) {
    Rect bar = rect_of(widget);
    // The middle line of the bar, which is at the bottom of the widget.
    bar.y = std::round(bar.bottom() - theme(7));
    bar.height = 1;
    EXPECT_NEAR(static_cast<float>(count_pixels(bar, color)), bar.width * static_cast<float>(sectors) / most, 3)
        << widget << ", " << sectors;
  };
  ASSERT_GT(shown.written, 0);
  expect_filled("copies.motion.sectors.plan", color::accent, shown.read);
  expect_filled("copies.motion.sectors.plan", color::accent_dim, shown.written);
  expect_filled("copies.motion.sectors.plan", color::raised_hovered,
                plan.read + plan.written - shown.read - shown.written);
  expect_filled("copies.motion.sectors.plan", color::panel, static_cast<std::int64_t>(most) - plan.read - plan.written);
  expect_filled("copies.motion.sectors.elements", color::text_disabled, elements.read);
  expect_filled("copies.motion.sectors.elements", color::raised_hovered, elements.written);
}

TEST_F(CopyLabPanels, ShowSourceAndDestinationOfAnItem) {
  const Rect source = rect_of("copies.motion.source");
  // The second column of the source is the second row of the destination.
  move_to(source.x + source.width / 16 * 1.5F, source.y + source.height / 16 * 0.5F);
  draw();
  draw();
  ASSERT_TRUE(lab().hovered_item);
  const MotionItem& item = lab().motion().items[static_cast<std::size_t>(*lab().hovered_item)];
  EXPECT_EQ(item.source, 4);
  EXPECT_EQ(item.destination, 4096);
}

TEST_F(CopyLabPanels, RunTheCopyAndShowItsResultsAndImages) {
  click("copies.tab.picture");
  expect_widgets({"copies.picture.none"});
  run();
  expect_widgets({"copies.outcome", "copies.bar.copy", "copies.bar.memcpy", "copies.bar.naive", "copies.verdict",
                  "copies.history.0", "copies.picture.source", "copies.picture.result"});
  EXPECT_EQ(lab().outcome()->differences, 0U);
  ASSERT_NE(state.drawn.images["copies.result"].image, nullptr);
  EXPECT_EQ(state.drawn.images["copies.result"].image->width, 96);
  move_to("copies.history.0");
  draw();
  perform(*find_action(actions, KeyChord{.key = key::f5}), state);
  EXPECT_TRUE(lab().is_running());
  state.labs.states[1]->release();
  click("copies.history.clear");
  EXPECT_TRUE(lab().records.empty());
}

TEST_F(CopyLabPanels, ReportWhyARunFails) {
  click("copies.run");
  draw();
  expect_widgets({"copies.error.run"});
}

TEST_F(CopyLabPanels, DrawHugeEmptyDeepAndInvalidInput) {
  for (const char* shape : {"()", "0", "3, 0, 2", "1000000000", "1000000, 1000", "7, 5", "2,2,2,2,2,2,2,2,2,2,2,2", "",
                            "((", "1, 9999999999999", "4, 4, 3"}) {
    for (const char* operations : {"", "squeezed()", "sliced(::-1)", "sliced(::3)", "permuted(1, 0)", "bad("}) {
      for (const CopyOrder order : {CopyOrder::c, CopyOrder::f, CopyOrder::k, CopyOrder::typed}) {
        lab().input.source.array.shape = shape;
        lab().input.source.operations = operations;
        lab().input.order = order;
        lab().playback.position = 5;
        draw();
      }
    }
  }
}

TEST_F(CopyLabPanels, KeepTheHeadingsOfTheAxesApart) {
  lab().choose_tab(CopyTab::plan);
  draw();
  draw();
  // Texts that touch would be listed as a single text.
  for (const char* const heading : {"axis", "items", "source", "destination"}) {
    EXPECT_TRUE(std::ranges::any_of(drawn_text(*ImGui::GetDrawData()), [&](const DrawnText& line) {
      return line.text == heading;
    })) << heading;
  }
}

TEST_F(CopyLabPanels, ShowTheWholeLegendOfTheMarks) {
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, std::pair{960.0F, 600.0F}}) {
    open(width, height, 1);
    for (const char* const mark : {"moved in this step", "in a touched sector", "not written yet"}) {
      EXPECT_TRUE(is_said(mark)) << mark << " at " << width;
    }
  }
}

class CopyLabInWindows : public InWindows<CopyLabPanels> {};
TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(CopyLabInWindows);

TEST_P(CopyLabInWindows, KeepTheirPartsInsideAndApart) {
  for (std::size_t preset = 0; preset < copy_presets(20).size(); ++preset) {
    lab().choose_preset(preset);
    for (const CopyTab tab : {CopyTab::motion, CopyTab::picture, CopyTab::plan, CopyTab::speed}) {
      lab().choose_tab(tab);
      draw();
      draw();
      for (const char* name : {"tab.motion", "tab.picture", "tab.plan", "tab.speed", "run"}) {
        expect_inside(std::string{"copies."} + name, regions.viewport);
      }
      EXPECT_LT(rect_of("copies.tab.speed").right(), rect_of("copies.run").x);
      if (state.drawn.widgets.contains("copies.motion.cells")) {
        const Rect cells = rect_of("copies.motion.cells");
        expect_inside("copies.motion.source", cells);
        expect_inside("copies.motion.destination", cells);
        expect_inside("copies.motion.scrub", regions.viewport);
        EXPECT_LE(cells.bottom(), rect_of("copies.motion.sectors.plan").y);
        EXPECT_LE(rect_of("copies.motion.sectors.plan").bottom(), rect_of("copies.motion.scrub").y);
      }
    }
    for (const auto& [name, rect] : state.drawn.widgets) {
      if (name.starts_with("copies.source_") || name.starts_with("copies.order") || name == "copies.preset") {
        EXPECT_GE(rect.x, regions.properties().x) << name;
        EXPECT_LE(rect.right(), regions.properties().right() + 0.5F) << name;
      }
    }
  }
}

}  // namespace
}  // namespace texelscope::tests

#include "app/labs/access/panel/access_panel.h"

#include <memory>
#include <string>

#include "app/images/image_convert.h"
#include "app/labs/kernel/kernel_lab.h"
#include "app/labs/texture/texture_lab.h"
#include "tests/app/labs/access/recorded_images.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

class AccessLabPanels : public LabPanelTest<AccessLab> {
 protected:
  AccessLabPanels() : LabPanelTest("accesses") {}

  void show(const RecordedImages& images) { show(std::make_shared<AccessStudy>(*images.study())); }
  void show(std::shared_ptr<AccessStudy> study) {
    study->frame = std::make_shared<const Image>(rgba8_image(8, 4));
    auto& editor = *capability<KernelLab>(state.labs, *find_capability<KernelLab>(state.labs));
    editor.text = study->source;
    lab().take_study(std::move(study), false);
    draw();
    draw();
  }
  /// Moves the mouse away, so that no tooltip covers a text.
  void leave() {
    move_to(-1, -1);
    draw();
    draw();
  }
  void click_pixel(int x, int y) {
    const Rect picture = rect_of("accesses.picture");
    const Point at = viewport_position(lab().view, lab().view_extent, {x + 0.5, y + 0.5});
    move_to(picture.x + static_cast<float>(at.x), picture.y + static_cast<float>(at.y));
    draw();
    hold(0, true);
    hold(0, false);
    draw();
  }
};

TEST_F(AccessLabPanels, SayWhatToDoWithoutARecording) {
  draw();
  expect_widgets({"accesses.record", "accesses.hint", "accesses.picture"});
  click("accesses.record");
  EXPECT_TRUE(lab().take_request());
}

TEST_F(AccessLabPanels, ShowTheHistoryOfAClickedPixelAndItsFetch) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  show(images);
  click_pixel(3, 2);
  EXPECT_EQ(lab().pixel(), (AccessPixel{3, 2}));
  expect_widgets({"accesses.write.0", "accesses.access.0", "accesses.access.1", "accesses.open_line"});
  EXPECT_TRUE(is_said("fetch of texture 0 at (3.75, 2.5)"));
  click("accesses.access.0");
  expect_widgets({"accesses.open_fetch", "accesses.tap.0"});
  leave();
  EXPECT_TRUE(is_said("(3, 2): weight 192/256"));
  click("accesses.tap.0");
  EXPECT_EQ(lab().pixel(), (AccessPixel{3, 2}));
  expect_widgets({"accesses.back", "accesses.stale"});
  click("accesses.back");
  click("accesses.access.0");
  click("accesses.open_fetch");
  EXPECT_EQ(current_lab(state.labs)->name, "textures");
  draw();
  expect_widgets({"textures.recorded"});
}

TEST_F(AccessLabPanels, OpenTheLineOfAnAccessInTheKernelsLab) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  show(images);
  click_pixel(3, 2);
  click("accesses.open_line");
  EXPECT_EQ(current_lab(state.labs)->name, "kernels");
}

TEST_F(AccessLabPanels, OpenTheLineOfACaller) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  auto study = std::make_shared<AccessStudy>(*images.study());
  for (gpu::AccessSite& site : study->recorded.recording.sites) {
    site.callers = {{"test.cu", 1}};
  }
  show(std::move(study));
  click_pixel(3, 2);
  EXPECT_TRUE(is_said("test.cu:2 ← 1"));
  EXPECT_TRUE(is_said("← 1 first"));
  expect_widgets({"accesses.open_line"});
  click("accesses.open_line.1");
  EXPECT_EQ(current_lab(state.labs)->name, "kernels");
}

TEST_F(AccessLabPanels, OpenNoLineOfATextThatWasNotRecorded) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  show(images);
  capability<KernelLab>(state.labs, *find_capability<KernelLab>(state.labs))->text += "\n";
  click_pixel(3, 2);
  expect_widgets({"accesses.other_text"});
}

TEST_F(AccessLabPanels, ShowTheHazardsOfSurfacesOtherThanTheFrame) {
  RecordedImages images;
  images.run("to.write_2d(float(i.x), 3, i.y);\n", images.from, images.to);
  images.run("to.write_2d(from.sample_2d(i.x + 0.5f, i.y + 0.5f).x, i.x, i.y);\n", images.to, images.from);
  show(images);
  ASSERT_EQ(lab().study()->recorded.hazards->size(), 1U);
  lab().choose_hazard(lab().study()->recorded.hazards->front());
  EXPECT_EQ(lab().pixel(), (AccessPixel{3, 0}));
  ASSERT_TRUE(lab().map());
  EXPECT_EQ(lab().history().size(), 8U);
}

TEST_F(AccessLabPanels, ListLinesAndShowTheirTexels) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  show(images);
  click("accesses.tab.lines");
  expect_widgets({"accesses.line.0", "accesses.line.1"});
  EXPECT_FALSE(lab().map());
  click("accesses.line.0");
  ASSERT_TRUE(lab().map());
  EXPECT_TRUE(is_said("Launch 0: reads of texture 0"));
}

TEST_F(AccessLabPanels, ListHazardsAndShowTheirPixels) {
  RecordedImages images;
  images.run("to.write_2d(float(i.x), 3, i.y);\n", images.from, images.to);
  show(images);
  click("accesses.tab.hazards");
  expect_widgets({"accesses.hazard.0"});
  leave();
  EXPECT_TRUE(is_said("write-write: texel (3, 0) of surface"));
  click("accesses.hazard.0");
  EXPECT_EQ(lab().pixel(), (AccessPixel{3, 0}));
  expect_widgets({"accesses.write.0", "accesses.write.1"});
  click("accesses.tab.hazards");
  click("accesses.hazard.0.first");
  expect_widgets({"accesses.write.0", "accesses.find_readers"});
  EXPECT_EQ(lab().write(), 0U);
  click("accesses.find_readers");
  EXPECT_TRUE(lab().take_request()->touching);
}

TEST_F(AccessLabPanels, ShowTheFrameOfTheWindowAndTheDifference) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  auto study = std::make_shared<AccessStudy>(*images.study());
  Image shown = rgba8_image(8, 4);
  shown.pixels[0] = std::byte{9};
  set_frames(*study, rgba8_image(8, 4), &shown);
  lab().take_study(std::move(study), false);
  draw();
  click("accesses.map");
  click("accesses.map.2");
  EXPECT_EQ(lab().picture()->pixels[0], std::byte{0xF2});
  click_pixel(3, 2);
  expect_widgets({"accesses.write.0"});
}

}  // namespace
}  // namespace texelscope::tests

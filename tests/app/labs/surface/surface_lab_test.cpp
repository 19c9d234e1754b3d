#include "app/labs/surface/surface_lab.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/text/parameter.h"
#include "tests/app/child_program.h"

namespace texelscope::app {
namespace {

using kernels::BoundaryMode;

class SurfaceLabTest : public testing::Test {
 protected:
  SurfaceLabTest() { lab.program = tests::built_program(); }

  /// Does what the window does in each frame.
  void advance() {
    lab.update();
    lab.advance(device);
  }
  void finish_trial() {
    while (lab.is_trying()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      advance();
    }
  }
  void write() {
    advance();
    lab.run();
    advance();
    finish_trial();
  }
  [[nodiscard]] std::array<int, 4> texel(int x, int y) const {
    std::array<int, 4> values{};
    for (std::size_t channel = 0; channel < 4; ++channel) {
      values[channel] = std::to_integer<int>(lab.chosen()->now[lab.chosen()->offset(x, y) + channel]);
    }
    return values;
  }

  std::optional<gpu::Device> device = gpu::Device::open({});
  SurfaceLab lab;
};

TEST_F(SurfaceLabTest, StartsWithLevelsAndABrush) {
  advance();
  ASSERT_EQ(lab.texels().size(), 3U);
  EXPECT_EQ(lab.texels()[1].width, 8);
  EXPECT_EQ(lab.texels()[2].height, 2);
  ASSERT_TRUE(lab.stroke());
  EXPECT_TRUE(lab.can_run());
  EXPECT_EQ(lab.error(), "");
  EXPECT_FALSE(lab.report());
}

TEST_F(SurfaceLabTest, WritesTheBrushIntoTheChosenLevelOnly) {
  lab.level = 1;
  lab.brush.stroke = {.x = 2, .y = 1, .width = 2, .height = 1};
  lab.brush.value = "1, 2, 3, 4";
  write();
  EXPECT_EQ(texel(2, 1), (std::array{1, 2, 3, 4}));
  EXPECT_EQ(texel(3, 1), (std::array{1, 2, 3, 4}));
  EXPECT_EQ(lab.chosen()->changed_texels(), 2);
  EXPECT_EQ(lab.texels()[0].changed_bytes(), 0U);
  EXPECT_EQ(lab.report()->text, "2x1 at (2, 1), x in texels, trap: 8 bytes of 2 texels changed.");
  EXPECT_FALSE(lab.report()->trial);
}

TEST_F(SurfaceLabTest, ReturnsTheChosenLevelInItsOwnValues) {
  EXPECT_FALSE(lab.shows_picture()) << "the lab has no device yet";
  lab.level = 1;
  lab.brush.stroke = {.x = 2, .y = 1};
  lab.brush.value = "1, 2, 3, 4";
  write();
  ASSERT_TRUE(lab.shows_picture());
  const OfferedPicture bytes = lab.shown_picture();
  EXPECT_EQ(bytes.name, "level 1");
  EXPECT_EQ(bytes.image->type, gpu::DataType::uint8);
  EXPECT_EQ(bytes.image->width, 8);
  EXPECT_EQ(bytes.image->height, 5);
  EXPECT_EQ(bytes.image->pixels, lab.chosen()->now);

  lab.choose_format(gpu::DataType::float16);
  lab.brush.value = "0.5, -2, 65504, 0";
  write();
  const Image halves = *lab.shown_picture().image;
  EXPECT_EQ(halves.type, gpu::DataType::float32);
  ASSERT_EQ(halves.pixels.size(), 8U * 5U * 4U * sizeof(float));
  const std::size_t texel = (1 * 8 + 2) * 4;
  EXPECT_EQ(sample_of<float>(halves, texel), 0.5F);
  EXPECT_EQ(sample_of<float>(halves, texel + 1), -2.0F);
  EXPECT_EQ(sample_of<float>(halves, texel + 2), 65504.0F);
}

TEST_F(SurfaceLabTest, ShowsWhereTheClassicMistakeWrites) {
  lab.refill(SurfaceFill::zero);
  lab.brush.stroke = {.x = 8, .y = 3};
  lab.brush.stroke.x_in = BrushX::mistaken;
  lab.brush.value = "9";
  write();
  EXPECT_EQ(texel(2, 3), (std::array{9, 9, 9, 9})) << "byte 8 is texel 2";
  EXPECT_EQ(lab.chosen()->changed_texels(), 1);
}

TEST_F(SurfaceLabTest, TriesATrapInAChildProcessAndContinues) {
  lab.brush.stroke = {.x = 15, .y = 0, .width = 3};
  write();
  ASSERT_TRUE(lab.report() && lab.report()->trial);
  EXPECT_EQ(lab.report()->trial, TrialEnding::context_lost) << lab.report()->text;
  EXPECT_NE(lab.report()->text.find("CUDA_ERROR_LAUNCH_FAILED"), std::string::npos);
  EXPECT_EQ(lab.chosen()->changed_bytes(), 0U);
  EXPECT_TRUE(lab.strokes().empty());
  lab.brush.stroke.boundary = BoundaryMode::zero;
  write();
  EXPECT_EQ(lab.chosen()->changed_texels(), 1) << "the fault did not affect this context";
}

TEST_F(SurfaceLabTest, ReportsThatATrapWasNotTriedWithoutAProgram) {
  lab.program = "/no/texelscope";
  lab.brush.stroke = {.x = 15, .y = 0, .width = 3};
  write();
  ASSERT_TRUE(lab.report());
  EXPECT_EQ(lab.report()->trial, TrialEnding::not_tried);
  EXPECT_NE(lab.report()->text.find("cannot start /no/texelscope"), std::string::npos);
}

TEST_F(SurfaceLabTest, EndsDuringATrial) {
  lab.brush.stroke = {.x = 15, .y = 0, .width = 3};
  advance();
  lab.run();
  advance();
  EXPECT_TRUE(lab.is_trying());
  EXPECT_TRUE(lab.is_busy());
  lab.release();
  EXPECT_FALSE(lab.is_trying());
}

TEST_F(SurfaceLabTest, PaintsADragWithoutGapsAsOneChange) {
  lab.refill(SurfaceFill::zero);
  lab.brush.stroke.width = 1;
  lab.brush.stroke.height = 1;
  advance();
  lab.drag_to(0, 0);
  advance();
  lab.drag_to(6, 3);
  lab.end_drag();
  advance();
  EXPECT_EQ(lab.chosen()->changed_texels(), 7);
  EXPECT_TRUE(lab.chosen()->is_changed(0, 0)) << "the first texel of the drag belongs to the same change";
  EXPECT_TRUE(lab.chosen()->is_changed(6, 3));
  lab.drag_to(9, 9);
  lab.end_drag();
  advance();
  EXPECT_EQ(lab.chosen()->changed_texels(), 1) << "a second drag is a separate change";
}

TEST_F(SurfaceLabTest, CentersTheBrushUnderTheMouseInItsOwnUnit) {
  lab.brush.stroke.width = 4;
  lab.brush.stroke.height = 2;
  lab.brush.stroke.x_in = BrushX::bytes;
  advance();
  lab.drag_to(6, 4);
  EXPECT_EQ(lab.brush.stroke.x, 16);
  EXPECT_EQ(lab.brush.stroke.y, 3);
  lab.end_drag();
  lab.brush.stroke.x_in = BrushX::mistaken;
  advance();
  lab.drag_to(6, 4);
  EXPECT_EQ(lab.brush.stroke.x, 4);
}

TEST_F(SurfaceLabTest, EndsADragAtItsFirstTrial) {
  lab.brush.stroke.width = 3;
  advance();
  lab.drag_to(14, 2);
  lab.drag_to(18, 2);
  advance();
  EXPECT_TRUE(lab.is_trying());
  const auto strokes = lab.strokes().size();
  lab.drag_to(2, 2);
  advance();
  finish_trial();
  lab.drag_to(1, 2);
  advance();
  EXPECT_EQ(lab.strokes().size(), strokes) << "the mouse must be released first";
  lab.end_drag();
  lab.drag_to(2, 2);
  advance();
  EXPECT_EQ(lab.strokes().size(), strokes + 1);
}

TEST_F(SurfaceLabTest, KeepsTheBrushsColorInAnotherFormat) {
  lab.brush.value = "255, 51, 0, 255";
  lab.choose_format(gpu::DataType::float16);
  EXPECT_EQ(lab.brush.value, "1, 0.2, 0, 1");
  lab.choose_format(gpu::DataType::uint16);
  EXPECT_EQ(lab.brush.value, "65535, 13107, 0, 65535");
  advance();
  EXPECT_TRUE(lab.stroke());
  EXPECT_EQ(lab.texels()[0].element_size, 8U);
}

TEST_F(SurfaceLabTest, ReportsErrorsOfTheBrush) {
  lab.brush.value = "300";
  advance();
  EXPECT_FALSE(lab.stroke());
  EXPECT_FALSE(lab.can_run());
  EXPECT_NE(lab.brush_error().find("300 is not a valid uint8"), std::string::npos);
  lab.brush.value = "x";
  advance();
  EXPECT_NE(lab.brush_error(), "");
  lab.choose_format(gpu::DataType::float32);
  EXPECT_EQ(lab.brush.value, "x");
}

TEST_F(SurfaceLabTest, ClampsItsSettings) {
  lab.set("width", "100000");
  lab.set("height", "-3");
  lab.set("levels", "99");
  lab.set("level", "50");
  advance();
  EXPECT_EQ(lab.input.width, SurfaceLab::max_extent);
  EXPECT_EQ(lab.input.height, 1);
  EXPECT_EQ(lab.texels().size(), 7U);
  EXPECT_EQ(lab.level, 6U);
}

TEST_F(SurfaceLabTest, RestoresItsSettingsAndStrokes) {
  lab.input = {.width = 9, .height = 7, .format = gpu::DataType::int16, .channels = 2, .num_levels = 2};
  lab.input.fill = SurfaceFill::numbers;
  lab.brush.stroke = {.x = -4, .y = 1, .width = 8, .height = 2};
  lab.brush.stroke.x_in = BrushX::bytes;
  lab.brush.stroke.boundary = BoundaryMode::clamp;
  lab.brush.value = "-5, 6";
  lab.filter = gpu::FilterMode::point;
  lab.choose_tab(SurfaceTab::elements);
  lab.level = 1;
  write();
  SurfaceLab other;
  for (const auto& [name, text] : lab.settings()) {
    other.set(name, text);
  }
  EXPECT_EQ(other.settings(), lab.settings());
  other.update();
  other.advance(device);
  ASSERT_EQ(other.texels().size(), lab.texels().size());
  EXPECT_EQ(other.texels()[1].now, lab.texels()[1].now) << "the restored lab repeats the strokes";
  EXPECT_NE(lab.texels()[1].changed_bytes(), 0U);
}

TEST_F(SurfaceLabTest, ShowsTheSurfaceWithoutAStrokeThatIsUndone) {
  lab.brush.stroke = {.x = 2, .y = 1, .width = 2, .height = 1};
  advance();
  const std::vector<std::byte> before = lab.chosen()->now;
  write();
  const std::vector<std::byte> after = lab.chosen()->now;
  const std::vector<std::pair<std::string, std::string>> settings = lab.settings();
  ASSERT_NE(after, before);
  lab.set("strokes", "");
  advance();
  EXPECT_EQ(lab.chosen()->now, before);
  EXPECT_FALSE(lab.report());
  for (const auto& [name, text] : settings) {
    lab.set(name, text);
  }
  advance();
  EXPECT_EQ(lab.chosen()->now, after) << "redone";
}

TEST_F(SurfaceLabTest, RejectsInvalidSettings) {
  EXPECT_THROW(lab.set("colour", "red"), ParameterError);
  EXPECT_THROW(lab.set("x_in", "bits"), ParameterError);
  EXPECT_THROW(lab.set("channels", "3"), ParameterError);
  EXPECT_THROW(lab.set("width", "ten"), ParameterError);
  for (const char* line :
       {"x", "0 1 2", "0 1 2 3 4 texels trap 00", "0 1 2 3 4 bits trap 00000000000000000000000000000000",
        "0 1 2 0 4 texels trap 00000000000000000000000000000000",
        "0 1 2 3 4 texels trap 000000000000000000000000000000zz"}) {
    EXPECT_THROW(lab.set("strokes", line), ParameterError) << line;
  }
}

TEST_F(SurfaceLabTest, SkipsStrokesThatMayEndTheContextOnReplay) {
  const std::string value(32, '0');
  lab.set("strokes",
          "0 0 0 1 1 texels trap " + value + "\n0 99 0 1 1 texels trap " + value + "\n7 0 0 1 1 texels trap " + value);
  advance();
  EXPECT_EQ(lab.strokes().size(), 1U);
  EXPECT_FALSE(lab.is_trying());
  EXPECT_EQ(texel(0, 0), (std::array{0, 0, 0, 0}));
}

TEST_F(SurfaceLabTest, ShowsEachLevelAsTheTextureReadsIt) {
  lab.refill(SurfaceFill::zero);
  lab.filter = gpu::FilterMode::point;
  lab.level = 1;
  lab.brush.stroke = {.x = 7, .y = 4};
  lab.brush.value = "255, 0, 0, 255";
  write();
  const auto level0 = lab.sampled(0, 16, 10);
  const auto level1 = lab.sampled(1, 16, 10);
  ASSERT_TRUE(level0 && level1);
  EXPECT_EQ(level0->pixels[4 * (9 * 16 + 15)], std::byte{0});
  EXPECT_EQ(level1->pixels[4 * (9 * 16 + 15)], std::byte{255});
  EXPECT_EQ(level1->pixels[4 * (7 * 16 + 15)], std::byte{0});
  EXPECT_EQ(lab.sampled(1, 16, 10), level1) << "the image is cached until something changes";
  write();
  EXPECT_NE(lab.sampled(1, 16, 10), level1);
  for (const auto format : {gpu::DataType::uint32, gpu::DataType::int32, gpu::DataType::float16, gpu::DataType::int8}) {
    lab.choose_format(format);
    lab.input.channels = 1;
    advance();
    EXPECT_EQ(lab.can_filter(), gpu::is_floating_point(format) || gpu::size_bytes(format) < 4);
    lab.filter = gpu::FilterMode::linear;
    EXPECT_NE(lab.sampled(0, 4, 4), nullptr) << to_string(format);
  }
}

TEST_F(SurfaceLabTest, StartsOverWithoutStrokes) {
  write();
  EXPECT_EQ(lab.strokes().size(), 1U);
  lab.refill(SurfaceFill::zero);
  advance();
  EXPECT_TRUE(lab.strokes().empty());
  EXPECT_FALSE(lab.report());
  EXPECT_EQ(texel(3, 3), (std::array{0, 0, 0, 0}));
  write();
  lab.input.width = 20;
  advance();
  EXPECT_TRUE(lab.strokes().empty()) << "a different surface";
}

TEST_F(SurfaceLabTest, ReportsAMissingDevice) {
  device.reset();
  advance();
  EXPECT_NE(lab.error(), "");
  EXPECT_EQ(lab.chosen(), nullptr);
  EXPECT_EQ(lab.sampled(0, 4, 4), nullptr);
}

}  // namespace
}  // namespace texelscope::app

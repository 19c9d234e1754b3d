#include "app/documents/picture_document.h"
#include "app/documents/document.h"
#include "app/workspace/undo.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/scene/picture_tone.h"
#include "app/scenes/registry.h"
#include "app/window/action.h"
#include "app/window/command_palette.h"
#include "app/workspace/state.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {
namespace {

/// A picture in which the texel at (x, y) has the value 100 y + x.
std::shared_ptr<const Image> numbered(int width, int height) {
  Image image{width, height, 1, gpu::DataType::uint16,
              std::vector<std::byte>(2U * static_cast<std::size_t>(width * height))};
  for (int i = 0; i < width * height; ++i) {
    const auto value = static_cast<std::uint16_t>(100 * (i / width) + i % width);
    std::memcpy(&image.pixels[2U * static_cast<std::size_t>(i)], &value, sizeof(value));
  }
  return std::make_shared<const Image>(std::move(image));
}

class PictureViewTest : public testing::Test {
 protected:
  PictureViewTest() {
    state.pictures.current = LoadedImage{"numbered.png", numbered(90, 50)};
    choose(scene_named("image"));
    state.viewport.width = state.frame.width = 987;
    state.viewport.height = state.frame.height = 636;
    settle(state.viewport.view, view_extent(state));
  }

  static std::size_t scene_named(std::string_view name) {
    return static_cast<std::size_t>(find_scene(name) - scenes().data());
  }
  void choose(std::size_t scene) { choose_scene(state, scene); }
  void press(const std::string& action) {
    const std::vector<Action> actions = make_actions(state.scenes.all, state.labs.all);
    const Action* const found = find_action(actions, action);
    ASSERT_NE(found, nullptr) << action;
    perform(*found, state);
  }
  /// Chooses the first command that matches a text.
  void type(const std::string& text) {
    const std::vector<Action> actions = make_actions(state.scenes.all, state.labs.all);
    state.dialogs.palette.text = text;
    perform(found_commands(state, actions).front(), state);
  }

  State state{scenes()};
};

TEST_F(PictureViewTest, FitsAndShowsOneTexelForEachPixelByTheScenesParameters) {
  EXPECT_TRUE(picture_view(state)->view.is_fit);
  EXPECT_DOUBLE_EQ(shown_document(state)->zoom_factor(), 987.0 / 90);
  press("actual_size");
  EXPECT_DOUBLE_EQ(shown_document(state)->zoom_factor(), 1);
  EXPECT_DOUBLE_EQ(current_settings(state).values.real("zoom"), 90.0 / 987);
  press("fit");
  EXPECT_TRUE(picture_view(state)->view.is_fit);
  EXPECT_EQ(current_settings(state).values.real("zoom"), 1);
  EXPECT_TRUE(state.viewport.view.is_fit) << "the frame is unchanged";
}

TEST_F(PictureViewTest, ReadsThePicturesOwnTexelUnderTheMouseAtEachZoomAndRotation) {
  for (const double rotation : {0.0, 37.0}) {
    current_settings(state).values.set("rotation", rotation);
    for (int step = 0; step < 12; ++step) {
      const PictureView shown = *picture_view(state);
      const Point texel{41.5, 23.5};
      state.viewport.hovered = viewport_position(shown.view, shown.extent, texel);
      EXPECT_EQ(shown_document(state)->value_text(), "2341") << "rotation " << rotation << ", zoom " << shown.view.zoom;
      press("zoom_in");
    }
    press("fit");
  }
}

TEST_F(PictureViewTest, FitsAPictureOfAnotherSizeAndKeepsTheViewForOneOfTheSame) {
  type("42, 17");
  const auto before = state.pictures.current->image;
  const double zoom = shown_document(state)->zoom_factor();
  state.pictures.current = LoadedImage{"again.png", numbered(90, 50)};
  show_opened_picture(state, before.get());
  EXPECT_EQ(shown_document(state)->zoom_factor(), zoom);
  state.pictures.current = LoadedImage{"wider.png", numbered(91, 50)};
  show_opened_picture(state, before.get());
  EXPECT_TRUE(picture_view(state)->view.is_fit);
}

TEST_F(PictureViewTest, ShowsNothingOutsideThePicture) {
  state.viewport.hovered = Point{2, 2};
  EXPECT_FALSE(shown_document(state)->value_text());
  ASSERT_TRUE(hovered_position(state, *picture_view(state)));
  EXPECT_LT(hovered_position(state, *picture_view(state))->y, 0);
}

TEST_F(PictureViewTest, GoesToATypedTexel) {
  for (const char* const text : {"17, 42", "17 42", "x 17 y 42", " 17,42 "}) {
    press("fit");
    type(text);
    EXPECT_EQ(shown_document(state)->zoom_factor(), 64) << text;
    state.viewport.hovered = Point{state.frame.width / 2.0, state.frame.height / 2.0};
    EXPECT_EQ(shown_document(state)->value_text(), "4217") << text;
  }
}

TEST_F(PictureViewTest, GoesToNoTexelOutsideThePicture) {
  const std::vector<Action> actions = make_actions(state.scenes.all, state.labs.all);
  for (const char* const text : {"90, 0", "0, 50", "-1, 3"}) {
    state.dialogs.palette.text = text;
    const std::vector<Command> found = found_commands(state, actions);
    ASSERT_FALSE(found.empty()) << text;
    EXPECT_FALSE(found.front().is_enabled) << text;
    EXPECT_NE(found.front().text.find("90 × 50"), std::string::npos) << found.front().text;
  }
  for (const char* const text : {"1, 2, 3", "12", "1, x", "fit 1, 2", "99999999999, 1"}) {
    state.dialogs.palette.text = text;
    const std::vector<Command> found = found_commands(state, actions);
    EXPECT_TRUE(found.empty() || !found.front().texel) << text;
  }
}

TEST_F(PictureViewTest, MovesByNoStepOfTheHistory) {
  record_edit(state, true);
  current_settings(state).values.set("filter", std::string{"point"});
  record_edit(state, true);
  press("zoom_in");
  record_edit(state, true);
  press("pan_left");
  record_edit(state, true);
  const double zoom = current_settings(state).values.real("zoom");
  ASSERT_TRUE(state.history.can_undo());
  undo(state);
  EXPECT_EQ(current_settings(state).values.real("zoom"), zoom) << "undo does not move the picture";
  EXPECT_EQ(current_settings(state).values.text("filter"), "auto");
  EXPECT_FALSE(state.history.can_undo()) << "moves are not steps of the history";
}

TEST_F(PictureViewTest, MovesTheMandelbrotSetAndKeepsWhatIsUnderTheMouse) {
  choose(scene_named("mandelbrot"));
  const ParameterValues& values = current_settings(state).values;
  const Point mouse{700, 100};
  // Frame 0 shows the zoom unchanged.
  const auto point_under_mouse = [&] {
    const double unit = 2.6 / (values.real("zoom") * state.frame.height);
    return Point{values.real("offset_x") + (mouse.x - state.frame.width / 2.0) * unit,
                 values.real("offset_y") - (mouse.y - state.frame.height / 2.0) * unit};
  };
  const Point before = point_under_mouse();
  for (const double notches : {5.0, -0.4, 8.0, -3.0}) {
    shown_document(state)->zoom(notches, mouse);
    EXPECT_NEAR(point_under_mouse().x, before.x, 1e-12) << notches;
    EXPECT_NEAR(point_under_mouse().y, before.y, 1e-12) << notches;
  }
  EXPECT_GT(values.real("zoom"), 4000 * 20);
  const double unit = 2.6 / (values.real("zoom") * state.frame.height);
  const double offset = values.real("offset_x");
  shown_document(state)->pan({0, 0}, {10, 0});
  EXPECT_NEAR(values.real("offset_x"), offset - 10 * unit, 1e-15);
  EXPECT_TRUE(state.viewport.view.is_fit) << "the frame does not move";
  EXPECT_FALSE(shown_document(state)->is_fit());
  press("fit");
  EXPECT_EQ(values.real("zoom"), 4000);
  EXPECT_EQ(values.real("offset_x"), 0);
  EXPECT_TRUE(shown_document(state)->is_fit());
}

TEST_F(PictureViewTest, MovesTheSliceOfAVolumeUnderTheMouse) {
  choose(scene_named("volume_slice"));
  const ParameterValues& values = current_settings(state).values;
  const double x = values.real("x");
  const double z = values.real("z");
  shown_document(state)->zoom(4, {10, 10});
  EXPECT_NEAR(values.real("x"), x + 4.0 / 128, 1e-12);
  shown_document(state)->zoom(-200, {10, 600});
  EXPECT_EQ(values.real("z"), 0);
  shown_document(state)->zoom(4, {900, 600});
  press("fit");
  EXPECT_EQ(values.real("x"), x);
  EXPECT_EQ(values.real("z"), z);
}

TEST_F(PictureViewTest, KeepsTheTexelOfAFilteredPictureUnderTheMouse) {
  choose(scene_named("bicubic"));
  state.scenes.playback.number = 77;
  const Point mouse{321, 234};
  const auto texel = [&] {
    const PictureView shown = *picture_view(state);
    return image_position(shown.view, shown.extent, mouse);
  };
  const Point before = texel();
  shown_document(state)->zoom(3, mouse);
  EXPECT_EQ(current_settings(state).values.real("zoom"), 24);
  // The edges of texels are aligned with the edges of pixels.
  EXPECT_NEAR(texel().x, before.x, 1.0 / 24);
  EXPECT_NEAR(texel().y, before.y, 1.0 / 24);
}

TEST_F(PictureViewTest, MovesTheFrameOfASceneWithoutAView) {
  choose(scene_named("plasma"));
  EXPECT_FALSE(picture_view(state));
  press("zoom_in");
  EXPECT_EQ(state.viewport.view.zoom, 2);
}

TEST_F(PictureViewTest, PansByAnEighthOfTheViewport) {
  for (const char* const scene : {"image", "plasma"}) {
    SCOPED_TRACE(scene);
    choose(scene_named(scene));
    for (int i = 0; i < 6; ++i) {
      press("zoom_in");
    }
    const auto shown = [&] {
      const std::optional<PictureView> picture = picture_view(state);
      return picture ? std::pair{picture->view, picture->extent} : std::pair{state.viewport.view, view_extent(state)};
    };
    const auto center = [&] { return image_position(shown().first, shown().second, {987 / 2.0, 636 / 2.0}); };
    // Pictures move by whole pixels.
    const double zoom = shown().first.zoom;
    const Point before = center();
    press("pan_right");
    press("pan_down");
    EXPECT_NEAR(center().x, before.x + 987 / 8.0 / zoom, 2 / zoom);
    EXPECT_NEAR(center().y, before.y + 636 / 8.0 / zoom, 2 / zoom);
    press("pan_left");
    press("pan_up");
    EXPECT_NEAR(center().x, before.x, 2 / zoom);
    EXPECT_NEAR(center().y, before.y, 2 / zoom);
  }
}

TEST_F(PictureViewTest, ExposesPicturesOfEachTypeByTheirScenesParameter) {
  press("exposure_up");
  press("exposure_up");
  press("exposure_down");
  EXPECT_EQ(current_settings(state).values.real("exposure"), 0.5);
  EXPECT_EQ(state.viewport.exposure, 0) << "the viewport's exposure is for other scenes";
  EXPECT_EQ(viewport_exposure(state), 0);
  shown_document(state)->set_exposure(99);
  EXPECT_EQ(shown_document(state)->exposure(), 16.0F);
  press("exposure_reset");
  EXPECT_EQ(shown_document(state)->exposure(), 0.0F);
}

TEST_F(PictureViewTest, ShowsTheRangeOfThePicturesValuesAndAgainZeroToOne) {
  const auto range = [this] {
    return std::pair{current_settings(state).values.real("black"), current_settings(state).values.real("white")};
  };
  press("value_range");
  // The largest value is in the last row and column.
  EXPECT_EQ(range(), (std::pair<double, double>{0, 4989.0F / 65535}));
  press("value_range");
  EXPECT_EQ(range(), (std::pair<double, double>{0, 1}));
  state.pictures.current = LoadedImage{"plain.png", numbered(1, 1)};
  press("value_range");
  EXPECT_EQ(range(), (std::pair<double, double>{0, 1}));
  ASSERT_EQ(state.notices.entries().size(), 1U);
  EXPECT_EQ(state.notices.entries().back().text, "All shown values are 0, so they have no range.");
}

TEST_F(PictureViewTest, ShowsTheRangeOfLargeValues) {
  const std::pair<float, float> ranges[] = {{1e6F, 1e6F + 100}, {0, 1e6F}, {-1e30F, 3e38F}};
  for (const auto& [lowest, highest] : ranges) {
    auto picture = std::make_shared<Image>(Image{2, 1, 1, gpu::DataType::float32, std::vector<std::byte>(8)});
    std::memcpy(picture->pixels.data(), &lowest, 4);
    std::memcpy(picture->pixels.data() + 4, &highest, 4);
    state.pictures.current = LoadedImage{"large.exr", picture};
    press("value_range");
    EXPECT_EQ(shown_tone(state, *picture).shown(lowest), 0) << lowest;
    EXPECT_NEAR(shown_tone(state, *picture).shown(highest), 1, 1e-6) << highest;
    press("value_range");
    EXPECT_EQ(current_settings(state).values.real("white"), 1);
  }
}

TEST_F(PictureViewTest, ExposesFramesOfFloatsByTheViewport) {
  choose(scene_named("plasma"));
  EXPECT_FALSE(shown_document(state)->exposure());
  shown_document(state)->set_exposure(3);
  EXPECT_EQ(state.viewport.exposure, 0) << "bytes are already encoded";
  state.frame.format = FrameFormat::rgba32f;
  shown_document(state)->set_exposure(3);
  EXPECT_EQ(viewport_exposure(state), 3);
  choose(scene_named("image"));
  EXPECT_EQ(viewport_exposure(state), 0);
  EXPECT_EQ(shown_document(state)->exposure(), 0.0F);
}

TEST_F(PictureViewTest, KnowsTheShownColorOfATexel) {
  current_settings(state).values.set("white", 0.5);
  const PictureTexel texel{gpu::DataType::uint8, 1, {51, 0, 0, 0}};
  const Image bytes{1, 1, 1, gpu::DataType::uint8, std::vector<std::byte>(1)};
  EXPECT_NEAR(shown_color(texel, shown_tone(state, bytes))[0], 0.4, 1e-6);
  const Image floats{1, 1, 1, gpu::DataType::float32, std::vector<std::byte>(4)};
  const PictureTexel light{gpu::DataType::float32, 1, {0.25F, 0, 0, 0}};
  EXPECT_NEAR(shown_color(light, shown_tone(state, floats))[0], 0.7354, 1e-4) << "half of the light is encoded";
}

}  // namespace
}  // namespace texelscope::app

#include "app/lessons/handout.h"

#include <gtest/gtest.h>

#include <utility>

#include "app/gui/lab_registry.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

/// A picture whose pixel at (x, y) has the values x and y.
Screenshot coordinates(int width, int height) {
  Screenshot picture{{width, height, 3, gpu::DataType::uint8, {}}, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      picture.image.pixels.insert(picture.image.pixels.end(),
                                  {static_cast<std::byte>(x), static_cast<std::byte>(y), std::byte{}});
    }
  }
  return picture;
}

/// Shows the widget "scene.list" only together with Navigation.
class CoordinatePainter : public WindowPainter {
 public:
  explicit CoordinatePainter(Screenshot picture) : picture_{std::move(picture)} {}

  [[nodiscard]] State make_state() const override {
    State state{scenes_, labs()};
    state.device = device_;
    return state;
  }
  [[nodiscard]] Screenshot paint(State& state, const ScreenshotOptions& /*options*/) const override {
    Screenshot drawn = picture_;
    if (state.arrangement.panels.navigation.is_shown) {
      drawn.widgets["scene.list"] = {0, 0, 1, 1};
    }
    return drawn;
  }

 private:
  Screenshot picture_;
  std::vector<SceneDeclaration> scenes_ = tests::test_scenes();
  gpu::Device device_ = gpu::Device::open({});
};

Screenshot drawn_step(Screenshot picture, const std::string& look_at) {
  Lesson lesson{.name = "l", .title = "L", .summary = "S", .steps = {}};
  lesson.steps.emplace_back().look_at = look_at;
  return draw_handout_step(lesson, 0, CoordinatePainter{std::move(picture)}, {});
}

/// The coordinates of the first and of the last pixel.
std::vector<int> corners(const Image& image) {
  const std::size_t last = image.pixels.size() - 3;
  std::vector<int> values;
  for (const std::size_t at : {std::size_t{0}, std::size_t{1}, last, last + 1}) {
    values.push_back(std::to_integer<int>(image.pixels[at]));
  }
  return values;
}

TEST(HandoutPicture, IsThePartBetweenTheBars) {
  Screenshot window = coordinates(40, 30);
  window.content = {0, 4, 40, 20};
  window.widgets["lab.part"] = {10, 11, 5, 5};
  window.varying = {{1, 6, 2, 2}};
  const Screenshot picture = drawn_step(window, "lab.part");
  EXPECT_EQ(corners(picture.image), (std::vector{0, 4, 39, 23}));
  EXPECT_EQ(picture.image.height, 20);
  EXPECT_EQ(picture.widgets.at("lab.part").y, 7);
  EXPECT_EQ(picture.varying.at(0).y, 2);
}

TEST(HandoutPicture, IncludesTheWidgetOfTheStepWhereverItIs) {
  Screenshot window = coordinates(40, 40);
  window.content = {0, 4, 40, 20};
  window.widgets["status.device"] = {10, 26, 5, 3};
  EXPECT_EQ(corners(drawn_step(window, "status.device").image), (std::vector{0, 4, 39, 34}));
  EXPECT_TRUE(drawn_step(window, "scene.list").widgets.contains("scene.list"))
      << "the widget is drawn together with Navigation";
  EXPECT_FALSE(drawn_step(window, "status.device").widgets.contains("scene.list"));
}

TEST(HandoutPicture, LeavesOutEmptySpaceAtTheLowerEdge) {
  Screenshot window = coordinates(40, 60);
  for (std::size_t at = 20UL * 40 * 3; at < window.image.pixels.size(); at += 3) {
    window.image.pixels[at + 1] = std::byte{20};
  }
  window.content = {0, 0, 40, 60};
  EXPECT_EQ(drawn_step(window, "").image.height, 21 + 8);
}

TEST(HandoutPicture, IsMostlyCoveredIfCoversHideMoreThanHalfOfTheLab) {
  Screenshot picture = coordinates(40, 40);
  EXPECT_FALSE(is_mostly_covered(picture)) << "a scene";
  picture.widgets["viewport"] = {0, 0, 20, 20};
  picture.widgets["lesson.cover.a"] = {0, 0, 20, 6};
  picture.widgets["lesson.cover.same"] = {0, 0, 20, 6};
  picture.widgets["lesson.cover.outside"] = {20, 26, 20, 10};
  EXPECT_FALSE(is_mostly_covered(picture)) << "covers count once, and only inside the lab";
  picture.widgets["lesson.cover.b"] = {0, 10, 20, 6};
  EXPECT_TRUE(is_mostly_covered(picture)) << "the gap between covers counts";
}

TEST(HandoutPicture, IsTheSameIfOnlyVaryingPartsDiffer) {
  Screenshot first = coordinates(8, 8);
  first.varying = {{2, 2, 2, 2}};
  Screenshot second = first;
  second.image.pixels[(2 * 8 + 3) * 3] = std::byte{99};
  EXPECT_EQ(lasting_pixels(first), lasting_pixels(second));
  second.image.pixels[(2 * 8 + 4) * 3] = std::byte{99};
  EXPECT_NE(lasting_pixels(first), lasting_pixels(second));
}

}  // namespace
}  // namespace texelscope::app

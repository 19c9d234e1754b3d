#include "app/documents/picture_list.h"
#include "app/documents/document.h"
#include "app/documents/listed_folders.h"
#include "tests/app/wanted_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/documents/picture_document.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/review/picture_label.h"
#include "tests/app/window/panels/drawn_pixels.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::app {
namespace {

/// Shows the whole picture in the frame.
constexpr SceneView whole_picture{[](std::shared_ptr<const Image> given) { return given; },
                                  [](const ParameterValues&, std::uint64_t, const ViewExtent& extent) {
                                    return View{.zoom = exact_fit_zoom(extent),
                                                .center = {static_cast<double>(extent.image_width) / 2,
                                                           static_cast<double>(extent.image_height) / 2}};
                                  },
                                  [](const View&, std::uint64_t, const ViewExtent&, ParameterValues&) {},
                                  {}};

class PictureListPanel : public tests::PanelTest {
 protected:
  void list(std::vector<std::filesystem::path> files) {
    add_files(state.pictures.list, files);
    state.pictures.list.shown = 0;
    draw();
    draw();
  }
  /// A picture of 100x50 pixels, shown as a whole, and a second one in the list.
  std::shared_ptr<const Image> show_first_of_two() {
    scenes[0].view = &whole_picture;
    auto picture = std::make_shared<const Image>(Image{100, 50, 1, gpu::DataType::uint8, std::vector<std::byte>(5000)});
    state.pictures.current = LoadedImage{"/pictures/a.png", picture};
    state.frame.width = static_cast<int>(state.viewport.width);
    state.frame.height = static_cast<int>(state.viewport.height);
    list({"/pictures/a.png", "/pictures/b.png"});
    return picture;
  }
};

TEST_F(PictureListPanel, MarksAMissingPicture) {
  list({"/pictures/a.png", "/pictures/b.png"});
  EXPECT_EQ(picture_label(state, 0).mark, "A");
  state.pictures.list.pictures[0].is_missing = true;
  EXPECT_EQ(picture_label(state, 0).mark, "!");
  move_to("picture.0");
  draw();
  EXPECT_TRUE(is_said("/pictures/a.png: the file was deleted or moved; its pixels are still shown"));
}

TEST_F(PictureListPanel, DrawsNamesInAnyScript) {
  list({"/pictures/a.png", "/pictures/\u05D0\u05D1.png"});
  if (!has_glyph(theme.text, 0x5D0)) {
    EXPECT_TRUE(is_said("??.png"));
    GTEST_SKIP() << "no font with Hebrew letters is installed";
  }
  EXPECT_TRUE(is_said("\u05D1\u05D0.png")) << "from left to right";
  EXPECT_FALSE(theme.lacks_letters());
  // No font has a noncharacter.
  list({"/pictures/\uFDD0.png"});
  draw();
  EXPECT_TRUE(is_said("?.png"));
  EXPECT_FALSE(theme.lacks_letters()) << "the fonts are not made over and over";
}

TEST_F(PictureListPanel, PutsTheTexelThatOneGoesToInThePlaceOfTheMouse) {
  const auto picture = show_first_of_two();
  state.pictures.compared.figures = {{"maximum 51 at (70, 20)", Point{70, 20}}};
  state.pictures.list.comparison = PictureComparison::absolute;
  state.pictures.list.other = 1;
  draw();
  click("pictures.figure.0");
  draw();
  draw();
  const std::optional<PictureView> shown = picture_view(state);
  ASSERT_TRUE(shown && state.viewport.hovered);
  const std::optional<Point> at = hovered_position(state, *shown);
  ASSERT_TRUE(at);
  EXPECT_NEAR(at->x, 70.5, 0.5);
  EXPECT_NEAR(at->y, 20.5, 0.5);
  move_to("status.device");
  draw();
  EXPECT_FALSE(state.viewport.hovered);
}

TEST_F(PictureListPanel, ShowsAPictureWithoutPartsAfterOneWithParts) {
  const auto plain = show_first_of_two();
  PictureList& listed = state.pictures.list;
  Image cube = *plain;
  cube.parts = {"face +x", "face -x"};
  listed.pictures[0].image = std::make_shared<const Image>(cube);
  listed.pictures[1].image = plain;
  state.pictures.current = LoadedImage{listed.pictures[0].path, listed.pictures[0].image};
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("pictures.part"));
  click("picture.1");
  draw();
  EXPECT_EQ(state.pictures.current->image, plain);
  EXPECT_FALSE(state.drawn.widgets.contains("pictures.part"));
}

TEST_F(PictureListPanel, DrawsEachNameOnOneLine) {
  list({"/pictures/a\nb\tc.png", "/pictures/a##b.png"});
  EXPECT_TRUE(is_said("a\\nb\\tc.png"));
  EXPECT_TRUE(is_said("a##b.png"));
}

TEST_F(PictureListPanel, IsShownForTwoPictures) {
  list({"/pictures/a.png"});
  EXPECT_FALSE(state.drawn.widgets.contains("picture.0"));
  list({"/pictures/a.png", "/pictures/b.png"});
  expect_inside("picture.0", regions.navigation());
  click("picture.1");
  EXPECT_EQ(tests::wanted_picture(state).path, "/pictures/b.png");
}

TEST_F(PictureListPanel, NamesFilesOnOneLine) {
  show_first_of_two();
  state.pictures.current->path =
      "/pictures/a\n\x1b"
      "b.png";
  state.pictures.list.pictures[0].path = state.pictures.current->path;
  draw();
  draw();
  EXPECT_EQ(picture_label(state, 0).title, "a\\n b.png");
  EXPECT_EQ(rect_of("status.image").height, rect_of("status.device").height);
  EXPECT_EQ(shown_document(state)->picture().name, "a\\n b.png");
  state.pictures.reader.want({state.pictures.current->path});
  state.pictures.reader.update();
  EXPECT_EQ(work_in_progress(state)->title, "Reading a\\n b.png");
}

TEST_F(PictureListPanel, OffersEachComparison) {
  list({"/pictures/a.png", "/pictures/b.png"});
  click("pictures.comparison");
  click("pictures.comparison.relative");
  EXPECT_EQ(state.pictures.list.comparison, PictureComparison::relative);
  state.pictures.compared.figures = {{"2 of 2 pixels differ"}};
  draw();
  expect_inside("pictures.figure.0", regions.navigation());
}

TEST_F(PictureListPanel, ScrollsALongList) {
  std::vector<std::filesystem::path> files;
  for (int i = 0; i < 100; ++i) {
    files.push_back("/pictures/" + std::to_string(i) + ".png");
  }
  list(files);
  EXPECT_TRUE(state.drawn.widgets.contains("picture.4"));
  EXPECT_FALSE(state.drawn.widgets.contains("picture.50")) << "the picture is scrolled out of view";
  expect_inside("pictures.comparison", regions.navigation());
  state.pictures.list.shown = 50;
  draw();
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("picture.50")) << "the shown picture scrolls into view";
  EXPECT_FALSE(state.drawn.widgets.contains("picture.4"));
}

TEST_F(PictureListPanel, HasThumbnailsOfVisibleRows) {
  std::vector<std::filesystem::path> files;
  for (int i = 0; i < 100; ++i) {
    files.push_back("/pictures/" + std::to_string(i) + ".png");
  }
  list(files);
  const auto small = std::make_shared<const Image>(Image{1, 1, 4, gpu::DataType::uint8, std::vector<std::byte>(4)});
  for (ListedPicture& picture : state.pictures.list.pictures) {
    picture.thumbnail = small;
  }
  draw();
  EXPECT_TRUE(state.pictures.list.pictures[0].is_in_sight);
  EXPECT_FALSE(state.pictures.list.pictures[50].is_in_sight);
  EXPECT_EQ(state.drawn.images["picture.0"].image, small);
  EXPECT_FALSE(state.drawn.images.contains("picture.50"));
  state.pictures.list.shown = 50;
  draw();
  draw();
  EXPECT_FALSE(state.drawn.images["picture.0"].image) << "the texture of a picture out of view is freed";
  EXPECT_EQ(state.drawn.images["picture.50"].image, small);
}

TEST_F(PictureListPanel, DrawsAtLeastAPixelOfTheThumbnailOfALongPage) {
  list({"/pictures/page.png", "/pictures/strip.png"});
  const auto bitmap = [](int width, int height) {
    return std::make_shared<const Image>(Image{width, height, 4, gpu::DataType::uint8,
                                               std::vector<std::byte>(static_cast<std::size_t>(4 * width * height))});
  };
  state.pictures.list.pictures[0].thumbnail = bitmap(1, 64);
  state.pictures.list.pictures[1].thumbnail = bitmap(96, 1);
  int texture = 0;
  state.drawn.images["picture.0"].texture = &texture;
  state.drawn.images["picture.1"].texture = &texture;
  draw();
  draw();
  EXPECT_GE(rect_of("picture.0.thumbnail").width, 1);
  EXPECT_GE(rect_of("picture.1.thumbnail").height, 1);
}

TEST_F(PictureListPanel, MovesTheEdgeOfASplitWithTheMouse) {
  const std::shared_ptr<const Image> picture = show_first_of_two();
  EXPECT_FALSE(state.drawn.widgets.contains("split")) << "no picture is split";
  state.pictures.list.comparison = PictureComparison::split;
  state.pictures.compared.picture = picture;
  draw();
  draw();
  const Rect edge = rect_of("split");
  const float x = edge.x + edge.width / 2;
  const float y = edge.y + edge.height / 3;
  const auto viewport = static_cast<float>(regions.viewport.x + regions.viewport.width / 2);
  EXPECT_NEAR(x, viewport, 2);
  const double zoom = shown_document(state)->zoom_factor();
  move_to(x, y);
  draw();
  hold(0, true);
  move_to(x + static_cast<float>(20 * zoom), y);
  draw();
  hold(0, false);
  EXPECT_NEAR(state.pictures.list.split, 0.7, 0.011);
  EXPECT_TRUE(state.viewport.view.is_fit) << "the frame was not dragged";
  move_to(x, y);
  draw();
  EXPECT_NEAR(state.pictures.list.split, 0.7, 0.011) << "the drag has ended";
}

TEST_F(PictureListPanel, FramesTheMaskThatTheMouseDrags) {
  const std::shared_ptr<const Image> picture = show_first_of_two();
  state.pictures.list.comparison = PictureComparison::absolute;
  const float x = regions.viewport.x + regions.viewport.width / 2;
  const float y = regions.viewport.y + regions.viewport.height / 2;
  // The four sides of the dragged rectangle, without its corners.
  const Rect sides[] = {
      {x + 10, y - 3, 40, 6}, {x + 10, y + 37, 40, 6}, {x - 3, y + 10, 6, 20}, {x + 57, y + 10, 6, 20}};
  const auto expect_sides = [&](bool has_sides) {
    for (const Rect& side : sides) {
      EXPECT_EQ(tests::count_pixels(side, color::accent) >= static_cast<int>(std::max(side.width, side.height)),
                has_sides)
          << side.x - x << ", " << side.y - y;
    }
  };
  move_to(x, y);
  draw();
  expect_sides(false);
  tests::set_shift(true);
  hold(0, true);
  move_to(x + 60, y + 40);
  draw();
  expect_sides(true);
  hold(0, false);
  tests::set_shift(false);
  draw();
  EXPECT_EQ(state.pictures.list.masks.size(), 1U);
}

TEST_F(PictureListPanel, OffersThePartsOfTheFileEvenForOnePicture) {
  Image picture{1, 1, 1, gpu::DataType::uint8, std::vector<std::byte>(1)};
  for (int i = 0; i < 3000; ++i) {
    picture.parts.push_back("level " + std::to_string(i));
  }
  state.pictures.current = LoadedImage{"/pictures/a.dds", std::make_shared<const Image>(picture), {.part = "level 1"}};
  draw();
  draw();
  expect_inside("pictures.part", regions.navigation());
  EXPECT_TRUE(is_said("PICTURE level 1 (2 of 3000)"));
  click("pictures.part");
  draw();
  click("pictures.part.3");
  EXPECT_EQ(tests::wanted_picture(state).reading.part, "level 3");
  state.pictures.reader.forget();
  perform(*find_action(actions, "next_part"), state);
  EXPECT_EQ(tests::wanted_picture(state).reading.part, "level 2");
  state.pictures.current->reading.part = "level 0";
  perform(*find_action(actions, "previous_part"), state);
  EXPECT_EQ(tests::wanted_picture(state).reading.part, "level 2999") << "the previous part of the first is the last";
}

}  // namespace
}  // namespace texelscope::app

#include "app/workspace/gallery.h"

#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

class GalleryPanel : public PanelTest {
 protected:
  void SetUp() override {
    PanelTest::SetUp();
    toggle_gallery(state);
    draw();
    draw();
  }
};

TEST_F(GalleryPanel, ChoosesTheSceneOfACard) {
  click("gallery.drawing");
  EXPECT_EQ(state.scenes.current, 1U);
  EXPECT_FALSE(state.gallery.is_shown);
}

TEST_F(GalleryPanel, AddsAFavoriteByItsStarAndStaysOpen) {
  click("gallery.plain.favorite");
  EXPECT_TRUE(state.gallery.favorites.contains("plain"));
  EXPECT_EQ(state.scenes.current, 0U);
  EXPECT_TRUE(state.gallery.is_shown);
  // Favorites come first.
  EXPECT_LT(rect_of("gallery.plain").x, rect_of("gallery.picture").x);
}

TEST_F(GalleryPanel, ShowsOnlySearchResults) {
  type("gallery.search", "ping-pong");
  EXPECT_TRUE(state.drawn.widgets.contains("gallery.drawing"));
  EXPECT_FALSE(state.drawn.widgets.contains("gallery.picture"));
}

TEST_F(GalleryPanel, ChoosesTheFirstSearchResultByEnter) {
  type("gallery.search", "nothing");
  state.gallery.has_enter = true;
  draw();
  EXPECT_EQ(current_scene(state).name, "plain");
  EXPECT_FALSE(state.gallery.is_shown);
}

TEST_F(GalleryPanel, ShowsOnlyFavorites) {
  click("gallery.favorites_only");
  EXPECT_TRUE(state.gallery.has_favorites_only);
  EXPECT_FALSE(state.drawn.widgets.contains("gallery.picture"));
}

TEST_F(GalleryPanel, KnowsTheSceneUnderTheMouse) {
  move_to("gallery.plain");
  draw();
  EXPECT_EQ(state.gallery.hovered, 2U);
  EXPECT_EQ(state.gallery.visible, (std::vector<std::size_t>{0, 1, 2}));
}

TEST_F(GalleryPanel, BeginsTheTourByItsButton) {
  click("gallery.tour");
  EXPECT_TRUE(state.gallery.is_touring);
  EXPECT_FALSE(state.gallery.is_shown);
  EXPECT_TRUE(state.drawn.widgets.contains("status.tour"));
}

TEST_F(GalleryPanel, CountsTheScenesOfItsTour) {
  click("gallery.tour");
  EXPECT_TRUE(is_said("tour 1 of 3"));
  state.gallery.has_favorites_only = true;
  toggle_favorite(state, 2);
  draw();
  EXPECT_TRUE(is_said("tour of 1 favorite"));
  EXPECT_FALSE(is_said("tour of 1 favorites"));
  toggle_favorite(state, 0);
  draw();
  EXPECT_TRUE(is_said("tour 1 of 2 favorites"));
  choose_scene(state, 2);
  draw();
  EXPECT_TRUE(is_said("tour 2 of 2 favorites"));
}

TEST_F(GalleryPanel, ClosesByItsButton) {
  click("gallery.close");
  EXPECT_FALSE(state.gallery.is_shown);
}

class GalleryInWindows : public PanelTest, public testing::WithParamInterface<WindowCase> {};

TEST_P(GalleryInWindows, KeepsItsCardsApartAndInside) {
  // The gallery is designed for this number of scenes.
  std::vector<std::string> names;
  for (int i = 0; i < 24; ++i) {
    names.push_back("scene_" + std::to_string(i));
  }
  scenes.resize(24, scenes[2]);
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    scenes[i].name = names[i];
  }
  state = app::State{scenes};
  open(GetParam().width, GetParam().height, GetParam().scale);
  toggle_gallery(state);
  draw();
  draw();
  ASSERT_GE(state.gallery.visible.size(), 2U);
  const app::Rect window = rect_of("gallery");
  for (const std::size_t i : state.gallery.visible) {
    const app::Rect card = rect_of("gallery." + names[i]);
    EXPECT_GE(card.x, window.x) << i;
    EXPECT_LE(card.right(), window.right()) << i;
    for (const std::size_t other : state.gallery.visible) {
      const app::Rect second = rect_of("gallery." + names[other]);
      EXPECT_TRUE(other == i || card.right() <= second.x || second.right() <= card.x || card.bottom() <= second.y ||
                  second.bottom() <= card.y)
          << i << " and " << other << " overlap";
    }
  }
  for (const char* const widget : {"gallery.search", "gallery.favorites_only", "gallery.seconds", "gallery.tour"}) {
    expect_inside(widget, window);
  }
}

TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(GalleryInWindows);

}  // namespace
}  // namespace texelscope::tests

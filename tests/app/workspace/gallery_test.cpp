#include "app/workspace/gallery.h"

#include <gtest/gtest.h>

#include "app/workspace/state.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

using Positions = std::vector<std::size_t>;

class GalleryState : public testing::Test {
 protected:
  /// Advances time frame by frame. Returns how often the tour changed the scene.
  int wait(double seconds) {
    int changes = 0;
    for (const double end = state.now + seconds; state.now < end; state.now += 1.0 / 60) {
      changes += advance_tour(state) ? 1 : 0;
    }
    return changes;
  }

  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
};

TEST_F(GalleryState, FindsScenesByTheirNamesAndTopics) {
  EXPECT_EQ(gallery_scenes(state), (Positions{0, 1, 2}));
  const std::pair<const char*, Positions> cases[] = {
      {"DRAW", {1}}, {"ping-pong", {1}},   {"texture", {0}}, {"drop a", {0}},
      {"mode", {1}}, {"how texture", {0}}, {"zebra", {}},    {"  ", {0, 1, 2}},
  };
  for (const auto& [search, found] : cases) {
    state.gallery.search = search;
    EXPECT_EQ(gallery_scenes(state), found) << search;
  }
}

TEST_F(GalleryState, PutsFavoritesFirstOrShowsOnlyThem) {
  toggle_favorite(state, 2);
  EXPECT_EQ(gallery_scenes(state), (Positions{2, 0, 1}));
  state.gallery.has_favorites_only = true;
  EXPECT_EQ(gallery_scenes(state), (Positions{2}));
  toggle_favorite(state, 2);
  EXPECT_EQ(gallery_scenes(state), (Positions{}));
}

TEST_F(GalleryState, ClosesWithTheChoice) {
  toggle_gallery(state);
  EXPECT_TRUE(state.gallery.is_shown);
  choose_from_gallery(state, 1);
  EXPECT_EQ(state.scenes.current, 1U);
  EXPECT_FALSE(state.gallery.is_shown);
}

TEST_F(GalleryState, ToursAllScenesAndBeginsAgain) {
  state.gallery.seconds_per_scene = 2;
  toggle_tour(state);
  EXPECT_EQ(wait(1.9), 0);
  EXPECT_EQ(wait(0.2), 1);
  EXPECT_EQ(state.scenes.current, 1U);
  wait(2);
  EXPECT_EQ(state.scenes.current, 2U);
  wait(2);
  EXPECT_EQ(state.scenes.current, 0U);
  toggle_tour(state);
  EXPECT_EQ(wait(10), 0);
}

TEST_F(GalleryState, ShowsASceneChosenByHandForItsFullTime) {
  state.gallery.seconds_per_scene = 2;
  toggle_tour(state);
  wait(1.5);
  choose_scene(state, 2);
  EXPECT_EQ(wait(1.9), 0);
  EXPECT_EQ(wait(0.3), 1);
}

TEST_F(GalleryState, ToursOnlyFavoritesIfOnlyTheyAreShown) {
  state.gallery.seconds_per_scene = 1;
  state.gallery.has_favorites_only = true;
  toggle_favorite(state, 0);
  toggle_favorite(state, 2);
  toggle_tour(state);
  wait(1.1);
  EXPECT_EQ(state.scenes.current, 2U);
  wait(1.1);
  EXPECT_EQ(state.scenes.current, 0U);
}

TEST_F(GalleryState, PausesItsTourWhileItIsOpen) {
  state.gallery.seconds_per_scene = 1;
  toggle_tour(state);
  toggle_gallery(state);
  EXPECT_EQ(wait(5), 0);
}

}  // namespace
}  // namespace texelscope::app

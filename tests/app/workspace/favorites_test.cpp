#include "app/workspace/favorites.h"

#include <gtest/gtest.h>

#include "app/files/file_error.h"
#include "app/workspace/gallery.h"
#include "app/workspace/session.h"
#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

using Names = std::set<std::string, std::less<>>;

class Favorites : public testing::Test {
 protected:
  /// The state after the next start.
  [[nodiscard]] State start() const {
    State state{scenes};
    recall_favorites(state, path);
    return state;
  }

  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  tests::TemporaryFolder folder;
  std::filesystem::path path = folder / "texelscope/favorites.json";
};

TEST(FavoritesFile, IsInTheFolderOfSettings) {
  const tests::Environment home{"HOME", "/users/someone"};
  {
    const tests::Environment folder{"XDG_CONFIG_HOME", "/settings"};
    EXPECT_EQ(find_favorites_file(), "/settings/texelscope/favorites.json");
  }
  for (const char* const unusable : {"", "settings", "./settings"}) {
    const tests::Environment folder{"XDG_CONFIG_HOME", unusable};
    EXPECT_EQ(find_favorites_file(), "/users/someone/.config/texelscope/favorites.json");
    const tests::Environment no_home{"HOME", unusable};
    EXPECT_EQ(find_favorites_file(), std::nullopt);
  }
}

TEST_F(Favorites, AreRestoredAtTheNextStart) {
  State first = start();
  EXPECT_TRUE(first.gallery.favorites.empty());
  EXPECT_FALSE(std::filesystem::exists(path));
  toggle_favorite(first, 2);
  toggle_favorite(first, 0);
  State second = start();
  EXPECT_EQ(second.gallery.favorites, (Names{"picture", "plain"}));
  toggle_favorite(second, 0);
  EXPECT_EQ(start().gallery.favorites, (Names{"plain"}));
  EXPECT_TRUE(second.notices.entries().empty());
}

TEST_F(Favorites, AreNotSavedWithoutAFolder) {
  State state{scenes};
  recall_favorites(state, std::nullopt);
  toggle_favorite(state, 1);
  EXPECT_EQ(state.gallery.favorites, (Names{"drawing"}));
  EXPECT_TRUE(state.notices.entries().empty());
}

TEST_F(Favorites, KeepNamesOfUnknownScenes) {
  std::filesystem::create_directories(path.parent_path());
  folder.write("texelscope/favorites.json", R"({"texelscope_favorites": 1, "scenes": ["former", "plain"]})");
  State state = start();
  EXPECT_EQ(state.gallery.favorites, (Names{"plain"}));
  toggle_favorite(state, 2);
  EXPECT_EQ(load_favorites(path), (Names{"former"}));
}

TEST_F(Favorites, OfEarlierVersionsAreImported) {
  std::filesystem::create_directories(path.parent_path());
  const std::string text = R"({"texelscope_favourites": 1, "scenes": ["former", "plain"]})";
  const std::filesystem::path earlier = folder.write("texelscope/favourites.json", text);
  State state = start();
  EXPECT_EQ(state.gallery.favorites, (Names{"plain"}));
  EXPECT_FALSE(std::filesystem::exists(path));

  toggle_favorite(state, 0);
  EXPECT_EQ(load_favorites(path), (Names{"former", "picture", "plain"}));
  EXPECT_EQ(tests::file_bytes(earlier), text);
  EXPECT_EQ(tests::file_bytes(path).find("favourites"), std::string::npos) << tests::file_bytes(path);

  // From now on, the earlier file is not read.
  toggle_favorite(state, 0);
  toggle_favorite(state, 2);
  EXPECT_EQ(load_favorites(path), (Names{"former"}));
  EXPECT_TRUE(start().gallery.favorites.empty());
}

TEST_F(Favorites, MayHaveTheKeyOfEarlierVersions) {
  std::filesystem::create_directories(path.parent_path());
  folder.write("texelscope/favorites.json", R"({"texelscope_favourites": 1, "scenes": ["plain"]})");
  EXPECT_EQ(start().gallery.favorites, (Names{"plain"}));
}

TEST_F(Favorites, OfADamagedFileOfEarlierVersionsAreReportedByName) {
  std::filesystem::create_directories(path.parent_path());
  const std::filesystem::path earlier = folder.write("texelscope/favourites.json", "[damaged");
  const State state = start();
  ASSERT_EQ(state.notices.entries().size(), 1U);
  EXPECT_NE(state.notices.entries().front().text.find(earlier.string()), std::string::npos);
}

TEST_F(Favorites, OfTwoWindowsAreAllSaved) {
  State first = start();
  State second = start();
  toggle_favorite(first, 0);
  toggle_favorite(second, 1);
  EXPECT_EQ(load_favorites(path), (Names{"drawing", "picture"}));
}

TEST_F(Favorites, OfASessionLastOnlyForTheRun) {
  State kept = start();
  toggle_favorite(kept, 0);
  State other{scenes};
  toggle_favorite(other, 2);
  const std::filesystem::path session = folder / "session.json";
  save_session(session, other);

  State state = start();
  load_session(session, state);
  EXPECT_EQ(state.gallery.favorites, (Names{"plain"}));
  EXPECT_EQ(load_favorites(path), (Names{"picture"}));
  toggle_favorite(state, 1);
  EXPECT_EQ(load_favorites(path), (Names{"drawing", "picture"}));

  folder.write("session.json", R"({"texelscope_session": 1, "scene": "plain"})");
  State without = start();
  load_session(session, without);
  EXPECT_EQ(without.gallery.favorites, (Names{"drawing", "picture"}));
}

TEST_F(Favorites, OfADamagedFileAreReportedAndLeftUntilOneChanges) {
  std::filesystem::create_directories(path.parent_path());
  for (const char* const text : {"", "{", "[]", "3", "{}", R"({"texelscope_favorites": 2, "scenes": []})",
                                 R"({"texelscope_favorites": "1", "scenes": []})", R"({"texelscope_favorites": 1})",
                                 R"({"texelscope_favorites": 1, "scenes": "plain"})",
                                 R"({"texelscope_favorites": 1, "scenes": [1]})", "\xff\xfe"}) {
    folder.write("texelscope/favorites.json", text);
    EXPECT_THROW((void)load_favorites(path), FileError) << text;
    State state = start();
    EXPECT_TRUE(state.gallery.favorites.empty());
    ASSERT_EQ(state.notices.entries().size(), 1U) << text;
    EXPECT_NE(state.notices.entries().front().text.find(path.string()), std::string::npos);
    EXPECT_EQ(tests::file_bytes(path), text);
    toggle_favorite(state, 1);
    EXPECT_EQ(start().gallery.favorites, (Names{"drawing"}));
    EXPECT_EQ(state.notices.entries().size(), 1U);
  }
}

TEST_F(Favorites, ThatCannotBeWrittenAreReportedAndStayInTheGallery) {
  // First, a file has the name of the folder; then, a folder has the name of the file.
  folder.write("texelscope", "");
  State state = start();
  toggle_favorite(state, 1);
  ASSERT_EQ(state.notices.entries().size(), 1U);
  EXPECT_NE(state.notices.entries().front().text.find(path.string()), std::string::npos);
  EXPECT_EQ(state.gallery.favorites, (Names{"drawing"}));

  std::filesystem::remove(path.parent_path());
  std::filesystem::create_directories(path);
  State other = start();
  toggle_favorite(other, 1);
  EXPECT_EQ(other.notices.entries().size(), 2U);
}

TEST_F(Favorites, FollowASymbolicLink) {
  const std::filesystem::path target = folder.write("elsewhere.json", R"({"texelscope_favorites": 1, "scenes": []})");
  std::filesystem::create_directories(path.parent_path());
  std::filesystem::create_symlink(target, path);
  State state = start();
  toggle_favorite(state, 1);
  EXPECT_TRUE(std::filesystem::is_symlink(path));
  EXPECT_EQ(load_favorites(target), (Names{"drawing"}));
}

}  // namespace
}  // namespace texelscope::app

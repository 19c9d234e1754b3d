#include "app/documents/picture_list.h"
#include "app/documents/listed_folders.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::TemporaryFolder;

std::shared_ptr<const Image> one_texel() {
  return std::make_shared<const Image>(Image{1, 1, 1, gpu::DataType::uint8, std::vector<std::byte>(1)});
}

std::vector<std::string> names_of(const PictureList& list) {
  std::vector<std::string> names;
  for (const ListedPicture& picture : list.pictures) {
    names.push_back(picture.path.filename().string());
  }
  return names;
}

TEST(PictureList, ListsThePicturesOfAFolderByName) {
  const TemporaryFolder folder;
  for (const char* const name : {"b.png", "a.PNG", "text.txt", "c.exr", "d.npy"}) {
    folder.write(name, "");
  }
  fs::create_directories(folder.path() / "inside.png");
  PictureList list;
  EXPECT_EQ(add_files(list, std::vector{folder.path()}), 0U);
  EXPECT_EQ(names_of(list), (std::vector<std::string>{"a.PNG", "b.png", "c.exr", "d.npy"}));
  EXPECT_EQ(add_files(list, std::vector{folder.path() / "b.png", folder.path() / "d.png"}), 1U)
      << "b.png is already listed";
  EXPECT_EQ(list.pictures.size(), 5U);
  EXPECT_FALSE(add_files(list, std::vector{folder.path() / "inside.png"})) << "a folder without pictures";
  EXPECT_TRUE(pictures_in(folder.path() / "nothing").empty());
}

TEST(PictureList, ListsNumberedPicturesInOrder) {
  const TemporaryFolder folder;
  for (const char* const name : {"frame_10.png", "frame_2.png", "frame_1.png"}) {
    folder.write(name, "");
  }
  PictureList list;
  add_files(list, std::vector{folder.path()});
  EXPECT_EQ(names_of(list), (std::vector<std::string>{"frame_1.png", "frame_2.png", "frame_10.png"}));
}

TEST(PictureList, KnowsAFileByEachOfItsPaths) {
  PictureList list;
  add_files(list, std::vector<fs::path>{"a.png", "./a.png", fs::absolute("a.png"), "folder/../a.png"});
  EXPECT_EQ(list.pictures.size(), 1U);
}

TEST(PictureList, KeepsThePixelsOfTheShownAndThePreviousPicture) {
  PictureList list;
  add_files(list, std::vector<fs::path>{"a.png", "b.png", "c.png"});
  take_shown(list, "a.png", {}, one_texel());
  EXPECT_EQ(list.shown, 0U);
  EXPECT_EQ(list.other, 1U) << "the next picture, if none was shown before";
  take_shown(list, "b.png", {}, one_texel());
  EXPECT_EQ(list.other, 0U);
  take_shown(list, "b.png", {}, one_texel());
  EXPECT_EQ(list.other, 0U) << "reloaded";
  take_shown(list, "c.png", {}, one_texel());
  EXPECT_EQ(list.shown, 2U);
  EXPECT_EQ(list.other, 1U);
  EXPECT_FALSE(list.pictures[0].image);
  EXPECT_TRUE(list.pictures[1].image);
  take_shown(list, "c.png", {.part = "level 1"}, one_texel());
  EXPECT_EQ(list.pictures.size(), 3U) << "a different part replaces the previous one";
  EXPECT_EQ(list.pictures[2].reading.part, "level 1");
  EXPECT_EQ(list.other, 1U);
  take_shown(list, "d.png", {}, one_texel());
  EXPECT_EQ(list.pictures.size(), 4U) << "an opened picture is listed";
}

TEST(PictureList, WrapsAroundItsEnds) {
  PictureList list;
  EXPECT_FALSE(position_after(list, 1));
  add_files(list, std::vector<fs::path>{"a.png", "b.png", "c.png"});
  EXPECT_EQ(position_after(list, 1), 0U) << "no picture is shown";
  list.shown = 2;
  EXPECT_EQ(position_after(list, 1), 0U);
  list.shown = 0;
  EXPECT_EQ(position_after(list, -1), 2U);
}

TEST(PictureList, ComparesNothingWhenOnlyOnePictureIsLeft) {
  PictureList list;
  add_files(list, std::vector<fs::path>{"a.png", "b.png"});
  take_shown(list, "a.png", {}, std::make_shared<const Image>());
  ASSERT_EQ(list.other, 1U);
  remove_picture(list, 0);
  take_shown(list, "b.png", {}, std::make_shared<const Image>());
  EXPECT_EQ(list.shown, 0U);
  EXPECT_FALSE(list.other) << "the picture would be compared with itself";
}

TEST(PictureList, FollowsItsPicturesWhenOneIsRemoved) {
  PictureList list;
  add_files(list, std::vector<fs::path>{"a.png", "b.png", "c.png"});
  list.shown = 2;
  list.other = 1;
  remove_picture(list, 0);
  EXPECT_EQ(list.shown, 1U);
  EXPECT_EQ(list.other, 0U);
  remove_picture(list, 0);
  EXPECT_EQ(list.shown, 0U);
  EXPECT_FALSE(list.other);
  remove_picture(list, 7);
  EXPECT_EQ(list.pictures.size(), 1U);
}

}  // namespace
}  // namespace texelscope::app

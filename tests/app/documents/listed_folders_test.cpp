#include "app/documents/listed_folders.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

class ListedFolders : public testing::Test {
 protected:
  void SetUp() override {
    write("frame_2.png");
    write("frame_10.png");
    set_age(folder.path());
    add_files(list, std::vector{folder.path()});
  }
  /// Nothing written within the last seconds is listed.
  static void set_age(const fs::path& path, int seconds = 60) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::seconds{seconds});
  }
  void write(const std::string& name) {
    folder.write(name, "");
    set_age(folder.path() / name);
  }
  void remove(const std::string& name) { fs::remove(folder.path() / name); }
  void show(const std::string& name) {
    take_shown(list, folder.path() / name, {},
               std::make_shared<const Image>(Image{1, 1, 1, gpu::DataType::uint8, std::vector<std::byte>(1)}));
  }
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const ListedPicture& picture : list.pictures) {
      all.push_back(picture.path.filename().string() + (picture.is_missing ? " (missing)" : ""));
    }
    return all;
  }
  std::vector<std::string> followed() {
    EXPECT_TRUE(has_changed_folder(list));
    follow_folders(list);
    return names();
  }
  using Names = std::vector<std::string>;

  tests::TemporaryFolder folder;
  PictureList list;
};

TEST_F(ListedFolders, ListNewPicturesByNameAndKeepTheShownOne) {
  EXPECT_EQ(names(), (Names{"frame_2.png", "frame_10.png"}));
  EXPECT_FALSE(has_changed_folder(list));
  show("frame_10.png");
  write("frame_9.png");
  write("frame_1.png");
  write("notes.txt");
  write("later.png");
  EXPECT_EQ(followed(), (Names{"frame_1.png", "frame_2.png", "frame_9.png", "frame_10.png", "later.png"}));
  EXPECT_EQ(list.shown, 3U);
  EXPECT_EQ(list.other, 1U);
  set_age(folder.path());
  follow_folders(list);
  EXPECT_FALSE(has_changed_folder(list)) << "nothing has changed since";
}

TEST_F(ListedFolders, ListAFileOnceItIsWritten) {
  folder.write("frame_3.png", "");
  EXPECT_EQ(followed(), (Names{"frame_2.png", "frame_10.png"}));
  set_age(folder.path());
  set_age(folder.path() / "frame_3.png");
  EXPECT_EQ(followed(), (Names{"frame_2.png", "frame_3.png", "frame_10.png"}));
}

TEST_F(ListedFolders, ForgetRemovedFilesExceptShownOnes) {
  write("frame_3.png");
  write("frame_4.png");
  followed();
  show("frame_2.png");
  show("frame_3.png");
  remove("frame_2.png");
  remove("frame_3.png");
  remove("frame_4.png");
  EXPECT_EQ(followed(), (Names{"frame_2.png (missing)", "frame_3.png (missing)", "frame_10.png"}));
  EXPECT_EQ(list.shown, 1U);
  set_age(folder.path());
  follow_folders(list);
  EXPECT_FALSE(has_changed_folder(list));
  write("frame_3.png");
  EXPECT_EQ(followed(), (Names{"frame_2.png (missing)", "frame_3.png", "frame_10.png"}));
  show("frame_10.png");
  EXPECT_EQ(followed(), (Names{"frame_3.png", "frame_10.png"})) << "the missing picture is no longer in use";
  EXPECT_EQ(list.shown, 1U);
}

TEST_F(ListedFolders, ReplaceARemovedPictureThatWouldBeShownNext) {
  write("frame_1.png");
  followed();
  show("frame_1.png");
  ASSERT_EQ(list.other, 1U);
  remove("frame_2.png");
  EXPECT_EQ(followed(), (Names{"frame_1.png", "frame_10.png"}));
  EXPECT_EQ(list.other, 1U);
}

TEST_F(ListedFolders, LeaveOutPicturesThatTheUserRemoved) {
  remove_picture(list, 0);
  write("frame_3.png");
  EXPECT_EQ(followed(), (Names{"frame_3.png", "frame_10.png"}));
}

TEST_F(ListedFolders, KeepThePicturesOfAFolderThatCannotBeRead) {
  const fs::path elsewhere = folder.path().string() + "_elsewhere";
  fs::rename(folder.path(), elsewhere);
  EXPECT_FALSE(has_changed_folder(list));
  follow_folders(list);
  EXPECT_EQ(names(), (Names{"frame_2.png", "frame_10.png"}));
  fs::rename(elsewhere, folder.path());
}

TEST_F(ListedFolders, AreFollowedOnceWhenOpenedTwice) {
  add_files(list, std::vector{folder.path() / "."});
  EXPECT_EQ(list.folders.size(), 1U);
  write("frame_3.png");
  EXPECT_EQ(followed(), (Names{"frame_2.png", "frame_3.png", "frame_10.png"}));
}

}  // namespace
}  // namespace texelscope::app

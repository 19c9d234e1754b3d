#include "app/compare/report/created_folders.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "app/files/file_error.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::TemporaryFolder;

TEST(CreatedFolders, AreRemovedIfTheyAreEmpty) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "old");
  fs::create_directory(folder / "empty");
  {
    CreatedFolders created;
    created.make(folder / "old");
    created.make(folder / "parent/../empty/inner");
    created.make(folder / "new/deep/");
    created.make({folder / "new/deep/inner", folder / "new"});
    created.make(folder / "full/deep");
    static_cast<void>(folder.write("full/notes.txt", "mine"));
    static_cast<void>(folder.write("file", ""));
    EXPECT_THROW(created.make(folder / "parent/../file/below"), FileError);
    EXPECT_TRUE(fs::is_directory(folder / "new/deep/inner"));
  }
  EXPECT_TRUE(fs::exists(folder / "old"));
  EXPECT_TRUE(fs::exists(folder / "empty"));
  EXPECT_FALSE(fs::exists(folder / "empty/inner"));
  EXPECT_TRUE(fs::exists(folder / "file"));
  EXPECT_FALSE(fs::exists(folder / "new"));
  EXPECT_FALSE(fs::exists(folder / "parent"));
  EXPECT_FALSE(fs::exists(folder / "full/deep"));
  EXPECT_TRUE(fs::exists(folder / "full/notes.txt"));
}

TEST(CreatedFolders, RemainIfTheyAreKept) {
  const TemporaryFolder folder;
  {
    CreatedFolders created;
    created.make(folder / "new/deep");
    created.keep();
  }
  EXPECT_TRUE(fs::exists(folder / "new/deep"));
}

}  // namespace
}  // namespace texelscope::app

#include "app/files/user_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "app/files/file_error.h"
#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::Environment;

TEST(UserFolder, FollowsTheXdgVariables) {
  const Environment home("HOME", "/somebody");
  const Environment configuration("XDG_CONFIG_HOME", "/one");
  const Environment state("XDG_STATE_HOME", "/other");
  EXPECT_EQ(find_user_folder(UserFolder::configuration), fs::path("/one/texelscope"));
  EXPECT_EQ(find_user_folder(UserFolder::state), fs::path("/other/texelscope"));
}

TEST(UserFolder, IsBelowHomeWithoutXdgVariables) {
  const Environment home("HOME", "/somebody");
  const Environment configuration("XDG_CONFIG_HOME", "");
  const Environment state("XDG_STATE_HOME", "relative/folders/do/not/count");
  EXPECT_EQ(find_user_folder(UserFolder::configuration), fs::path("/somebody/.config/texelscope"));
  EXPECT_EQ(find_user_folder(UserFolder::state), fs::path("/somebody/.local/state/texelscope"));
}

TEST(UserFolder, DoesNotExistWithoutHome) {
  const Environment home("HOME", "");
  const Environment configuration("XDG_CONFIG_HOME", "");
  EXPECT_EQ(find_user_folder(UserFolder::configuration), std::nullopt);
}

TEST(UserFile, GetsItsFolderCreated) {
  const tests::TemporaryFolder folder;
  make_folder_of(folder / "a/b/file");
  EXPECT_TRUE(fs::is_directory(folder / "a/b"));
  folder.write("elsewhere", "text");
  EXPECT_THROW(make_folder_of(folder / "elsewhere/file"), FileError) << "a file is in the way";
}

}  // namespace
}  // namespace texelscope::app

#include "app/files/assets.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "app/files/file_error.h"
#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

TEST(Assets, AreTakenFromTheNamedFolderFirst) {
  const tests::TemporaryFolder folder;
  const tests::Environment named("TEXELSCOPE_ASSETS", folder.path().string());
  folder.write("photo.png", "not a photo");
  EXPECT_EQ(find_asset("photo.png"), folder / "photo.png");
}

TEST(Assets, AreNotTakenFromElsewhereIfTheNamedFolderDoesNotExist) {
  const tests::TemporaryFolder folder;
  for (const std::filesystem::path& path : {folder / "missing", folder.write("file", "")}) {
    const tests::Environment named("TEXELSCOPE_ASSETS", path.string());
    try {
      static_cast<void>(find_asset("photo.png"));
      ADD_FAILURE() << path;
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find("TEXELSCOPE_ASSETS is " + path.string()), std::string::npos);
    }
  }
}

TEST(Assets, AreFoundInTheSourceTreeOfTheBuild) {
  const tests::TemporaryFolder folder;
  for (const std::string& name : {std::string(), folder.path().string()}) {
    const tests::Environment named("TEXELSCOPE_ASSETS", name);
    const std::optional<std::filesystem::path> found = find_asset("photo.png");
    ASSERT_TRUE(found);
    EXPECT_TRUE(std::filesystem::is_regular_file(*found));
    EXPECT_EQ(find_asset("no_such_picture.png"), std::nullopt);
    EXPECT_EQ(find_asset("lessons"), std::nullopt) << "a folder is not an asset";
  }
}

}  // namespace
}  // namespace texelscope::app

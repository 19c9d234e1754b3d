#include "app/files/path_list.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace texelscope::app {
namespace {

class PathListTest : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("texelscope-path-list-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder / "photos");
    for (const char* name : {"Zebra.PNG", "apple.jpg", "apricot.hdr", "notes.txt", ".hidden.png"}) {
      std::ofstream{folder / name} << "x";
    }
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  [[nodiscard]] std::string text(const std::string& part) const { return folder.string() + "/" + part; }
  /// Lists folders, and files that end in .png, .PNG, .jpg or .hdr.
  [[nodiscard]] PathList list(const std::string& part) const {
    return list_path(text(part), [](const std::filesystem::path& name) {
      const std::string ending = name.extension().string();
      return ending == ".png" || ending == ".PNG" || ending == ".jpg" || ending == ".hdr";
    });
  }
  static std::vector<std::string> names(const PathList& list) {
    std::vector<std::string> all;
    for (const PathEntry& entry : list.entries) {
      all.push_back(entry.name);
    }
    return all;
  }

  std::filesystem::path folder;
};

TEST_F(PathListTest, ListsFoldersAndOfferedFilesByName) {
  EXPECT_EQ(names(list("")), (std::vector<std::string>{"photos", "apple.jpg", "apricot.hdr", "Zebra.PNG"}));
}

TEST_F(PathListTest, ListsNumbersInOrder) {
  for (const char* const name : {"scene10.png", "scene9.png"}) {
    std::ofstream(folder / name) << "x";
  }
  EXPECT_EQ(names(list("scene")), (std::vector<std::string>{"scene9.png", "scene10.png"}));
}

TEST_F(PathListTest, FiltersByPrefixIgnoringCase) {
  EXPECT_EQ(names(list("AP")), (std::vector<std::string>{"apple.jpg", "apricot.hdr"}));
  EXPECT_EQ(names(list(".h")), (std::vector<std::string>{".hidden.png"}));
}

TEST_F(PathListTest, CompletesTheCommonPrefix) {
  EXPECT_EQ(completed(text("a"), list("a")), text("ap"));
  EXPECT_EQ(completed(text("apr"), list("apr")), text("apricot.hdr"));
  EXPECT_EQ(completed(text("ph"), list("ph")), text("photos/"));
  EXPECT_EQ(completed(text("q"), list("q")), text("q"));
}

TEST_F(PathListTest, CompletesNothingFromAListThatIsCutOff) {
  for (std::size_t number = 0; number <= PathList::capacity; ++number) {
    std::ofstream{folder / ("quiz_" + std::to_string(1000 + number) + ".png")} << "x";
  }
  std::ofstream{folder / "quota.png"} << "x";
  const PathList many = list("qu");
  EXPECT_EQ(many.entries.size(), PathList::capacity);
  EXPECT_EQ(many.left_out, 2U);
  EXPECT_EQ(completed(text("quiz"), list("quiz")), text("quiz")) << "a file that is not listed could differ";
}

TEST_F(PathListTest, ReportsWhyAFolderCannotBeListed) {
  const PathList missing = list("missing/x");
  EXPECT_TRUE(missing.entries.empty());
  EXPECT_NE(missing.error.find("missing"), std::string::npos);
}

TEST_F(PathListTest, KnowsTheHomeFolder) {
  ASSERT_NE(std::getenv("HOME"), nullptr);
  EXPECT_EQ(typed_path("~/x.png"), std::filesystem::path{std::getenv("HOME")} / "x.png");
  EXPECT_EQ(typed_path("a~/x.png"), "a~/x.png");
  EXPECT_EQ(typed_path("/srv/pictures//srv/x.png"), "/srv/x.png")
      << "an absolute path after '//' replaces the text before it";
  EXPECT_EQ(typed_path("/usr/~/a//srv/x.png"), "/srv/x.png");
  EXPECT_EQ(typed_path("/usr//srv/~/x.png"), std::filesystem::path{std::getenv("HOME")} / "x.png");
}

}  // namespace
}  // namespace texelscope::app

#include "app/workspace/recent_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

class RecentFilesTest : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder); }
  void add(RecentFiles& files, const fs::path& path) { files.add(path, notices, 0); }

  fs::path folder = fs::temp_directory_path() / ("texelscope-recent-" + std::to_string(::getpid()));
  fs::path file = folder / "state" / "recent_files";
  Notices notices;
};

TEST_F(RecentFilesTest, AreRememberedNewestFirstAndOnce) {
  RecentFiles files(file);
  for (const char* path : {"/a.png", "/b c.npy", "/folder/../a.png"}) {
    add(files, path);
  }
  const std::vector<fs::path> expected{"/a.png", "/b c.npy"};
  EXPECT_EQ(files.paths(), expected);
  EXPECT_EQ(RecentFiles(file).paths(), expected);
  EXPECT_TRUE(notices.entries().empty());
}

TEST_F(RecentFilesTest, AreLimitedToTheMenusCapacity) {
  RecentFiles files(file);
  for (int i = 0; i < 40; ++i) {
    add(files, fs::path("/") / std::to_string(i));
  }
  EXPECT_EQ(files.paths().size(), RecentFiles::capacity);
  EXPECT_EQ(files.paths().front(), "/39");
  EXPECT_EQ(RecentFiles(file).paths(), files.paths());
}

TEST_F(RecentFilesTest, IgnoreLinesThatAreNotPaths) {
  fs::create_directories(file.parent_path());
  std::ofstream{file} << "relative.png\n\n/a.png\n";
  EXPECT_EQ(RecentFiles(file).paths(), std::vector<fs::path>{"/a.png"});
}

TEST_F(RecentFilesTest, KeepWhatAnotherWindowAdded) {
  RecentFiles files(file);
  add(files, "/a.png");
  RecentFiles of_another_window(file);
  add(of_another_window, "/b.png");
  add(files, "/c.png");
  EXPECT_EQ(files.paths(), (std::vector<fs::path>{"/c.png", "/b.png", "/a.png"}));
  of_another_window.remove("/a.png", notices, 0);
  EXPECT_EQ(RecentFiles(file).paths(), (std::vector<fs::path>{"/c.png", "/b.png"}));
}

TEST_F(RecentFilesTest, IgnoreAFileThatCannotBeRead) {
  fs::create_directories(folder);
  fs::create_symlink("loop", folder / "loop");
  EXPECT_TRUE(RecentFiles(folder / "loop/recent_files").paths().empty());
  fs::create_directories(file.parent_path());
  std::ofstream{file} << '/' << std::string(100'000, 'x') << "\n/a.png\n";
  EXPECT_TRUE(RecentFiles(file).paths().empty()) << "larger than any list of this program";
  std::ofstream{file} << '/' << std::string(5000, 'x') << "\n/folder/\n/a.png\n";
  EXPECT_EQ(RecentFiles(file).paths(), std::vector<fs::path>{"/a.png"});
}

TEST_F(RecentFilesTest, ReportOnceThatTheyCannotBeSaved) {
  fs::create_directories(folder);
  std::ofstream{folder / "state"} << "a file with the folder's name";
  RecentFiles files(file);
  add(files, "/a.png");
  add(files, "/b.png");
  EXPECT_EQ(files.paths().size(), 2U);
  EXPECT_EQ(notices.entries().size(), 1U);
}

}  // namespace
}  // namespace texelscope::app

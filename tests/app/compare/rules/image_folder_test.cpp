#include "app/compare/rules/image_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/images/image_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::TemporaryFolder;

namespace fs = std::filesystem;

const Image dot{1, 1, 1, gpu::DataType::uint8, {std::byte{5}}};

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& [name, fault] : find_images(folder).files) {
    names.push_back(fault.empty() ? name : name + " (fault)");
  }
  return names;
}

TEST(ImageFolder, HasAllImagesIncludingUnsupportedOnesAndNothingElse) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "deep/er");
  for (const char* name : {"a.png", "b.AVIF", "deep/c.svg", "deep/er/d.tif", "e.psd", ".hidden.png"}) {
    static_cast<void>(folder.write(name, "x"));
  }
  for (const char* name : {"README", "compare.json", "notes.txt", "table.csv", "font.ttf", "page.html"}) {
    static_cast<void>(folder.write(name, "<svg> is not an image here"));
  }
  // This file is recognized by its first bytes.
  save_png(folder / "frame.png", dot);
  fs::rename(folder / "frame.png", folder / "frame_without_ending");
  static_cast<void>(folder.write("animation.bin", "GIF89a\1"));
  fs::copy_file(folder / "frame_without_ending", folder / ".texelscope-1234.part");
  EXPECT_EQ(names_in(folder.path()),
            (std::vector<std::string>{".hidden.png", "a.png", "animation.bin", "b.AVIF", "deep/c.svg", "deep/er/d.tif",
                                      "e.psd", "frame_without_ending"}));
}

TEST(ImageFolder, SkipsHiddenFoldersAndNotesThem) {
  const TemporaryFolder folder;
  fs::create_directories(folder / ".git/lfs");
  save_png(folder / ".git/lfs/a.png", dot);
  save_png(folder / "b.png", dot);
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"b.png"});
  EXPECT_EQ(find_images(folder.path()).notes,
            std::vector<std::string>{"skipped the hidden folder " + (folder / ".git").string()});
}

TEST(ImageFolder, SkipsImagesOfReportsAndNotesThem) {
  const TemporaryFolder folder;
  for (const char* name : {"pictures", "report/pictures", "site/pictures"}) {
    fs::create_directories(folder / name);
    save_png(folder / name / "a.png", dot);
  }
  static_cast<void>(folder.write("site/results.json", R"({"texelscope": 1})"));
  static_cast<void>(folder.write("report/results.json", R"({"texelscope_report":1,"title":"x"})"));
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"pictures/a.png", "site/pictures/a.png"}));
  EXPECT_EQ(find_images(folder.path()).notes,
            std::vector<std::string>{"skipped " + (folder / "report/pictures").string() + ": it belongs to a report"});
}

TEST(ImageFolder, FollowsLinksAndReportsDanglingOnes) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "images/.store/version_3");
  save_png(folder / "images/.store/version_3/a.png", dot);
  fs::create_symlink(".store/version_3", folder / "images/linked");
  fs::create_symlink(folder / "images/.store/version_3/a.png", folder / "images/b.png");
  fs::create_symlink("nothing.png", folder / "images/lost.png");
  fs::create_symlink("loop.png", folder / "images/loop.png");
  fs::create_symlink("nothing.txt", folder / "images/lost.txt");
  EXPECT_EQ(names_in(folder / "images"),
            (std::vector<std::string>{"b.png", "linked/a.png", "loop.png (fault)", "lost.png (fault)"}));
  const ImageFolder images = find_images(folder / "images");
  EXPECT_NE(images.files.at("lost.png").find("it is a link to nothing.png, which does not exist"), std::string::npos);
  EXPECT_NE(images.files.at("loop.png").find("loop.png: "), std::string::npos);
}

TEST(ImageFolder, ReportsLinksThatLeadOutOfIt) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "images/deep");
  fs::create_directories(folder / "private");
  save_png(folder / "private/a.png", dot);
  fs::copy_file(folder / "private/a.png", folder / "private/no_ending");
  fs::create_symlink("../private/a.png", folder / "images/file.png");
  fs::create_symlink(folder / "private/no_ending", folder / "images/no_ending");
  fs::create_symlink("../../private", folder / "images/deep/folder");
  fs::create_symlink("..", folder / "images/above");
  fs::create_symlink("/proc/self/cwd", folder / "images/process");
  EXPECT_EQ(names_in(folder / "images"), (std::vector<std::string>{"above/ (fault)", "deep/folder/ (fault)",
                                                                   "file.png (fault)", "process/ (fault)"}));
  const ImageFolder images = find_images(folder / "images");
  EXPECT_NE(images.files.at("file.png").find("it links to ../private/a.png, outside"), std::string::npos)
      << images.files.at("file.png");
  ASSERT_EQ(images.notes.size(), 1U);
  EXPECT_NE(images.notes[0].find("no_ending: it links to a file outside"), std::string::npos) << images.notes[0];
}

TEST(ImageFolder, IncludesEachFolderOnceHoweverManyLinksLeadToIt) {
  const TemporaryFolder folder;
  constexpr int folders = 60;
  for (int number = 0; number < folders; ++number) {
    const fs::path one = folder / ("d" + std::to_string(number));
    fs::create_directories(one);
    const std::string next = "../d" + std::to_string((number + 1) % folders);
    fs::create_symlink(next, one / "left");
    fs::create_symlink(next, one / "right");
  }
  save_png(folder / "d59/a.png", dot);
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"d59/a.png"}) << "2^59 paths lead there";
  EXPECT_EQ(find_images(folder.path()).notes.size(), 2U * folders);
  fs::rename(folder / "d59", folder / ".d59");
  fs::remove(folder / "d58/left");
  fs::create_symlink("../.d59", folder / "d58/left");
  fs::create_symlink(".d59", folder / "z");
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"d58/left/a.png"}) << "only links lead there";
}

TEST(ImageFolder, NotesACyclicLink) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "images/deep");
  save_png(folder / "images/deep/a.png", dot);
  fs::create_symlink("..", folder / "images/deep/back");
  const ImageFolder images = find_images(folder / "images");
  EXPECT_EQ(images.files.size(), 1U);
  ASSERT_EQ(images.notes.size(), 1U);
  EXPECT_NE(images.notes[0].find("deep/back: it links to "), std::string::npos) << images.notes[0];
}

TEST(ImageFolder, HasSpecialFilesToReportLater) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe.png").c_str(), 0600), 0);
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"pipe.png"});
}

TEST(ImageFolder, ReportsAnUnreadableFolder) {
  if (::geteuid() == 0) {
    GTEST_SKIP() << "the superuser can read every folder";
  }
  const TemporaryFolder folder;
  fs::create_directories(folder / "closed");
  save_png(folder / "a.png", dot);
  fs::permissions(folder / "closed", fs::perms::none);
  const ImageFolder images = find_images(folder.path());
  EXPECT_NE(images.files.at("closed/").find("cannot read the folder"), std::string::npos);
  EXPECT_THROW(static_cast<void>(find_images(folder / "closed")), FileError);
  fs::permissions(folder / "closed", fs::perms::owner_all);
}

}  // namespace
}  // namespace texelscope::app

#include "app/images/generated_files.h"

#include <gtest/gtest.h>

#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using Use = GeneratedFiles::Use;

Image gray(int width, int height, unsigned char value) {
  Image image{width, height, 3, gpu::DataType::uint8, {}};
  image.pixels.assign(static_cast<std::size_t>(3 * width * height), std::byte{value});
  return image;
}

class GeneratedFilesTest : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> changes(Use use, const std::string& text, const Image& image,
                                                 const std::vector<Rect>& varying = {}) const {
    GeneratedFiles files(folder / "kept", use);
    files.add_text("a.md", text);
    files.add_picture("a.png", image, varying);
    return files.changes();
  }

  tests::TemporaryFolder folder;
};

TEST_F(GeneratedFilesTest, AreWrittenOnceAndThenCurrent) {
  EXPECT_EQ(changes(Use::check, "one\ntwo\n", gray(4, 3, 7)).size(), 2U);
  EXPECT_FALSE(std::filesystem::exists(folder / "kept"));
  EXPECT_EQ(changes(Use::write, "one\ntwo\n", gray(4, 3, 7)).size(), 2U);
  EXPECT_TRUE(changes(Use::check, "one\ntwo\n", gray(4, 3, 7)).empty());
  EXPECT_TRUE(changes(Use::write, "one\ntwo\n", gray(4, 3, 7)).empty());
  EXPECT_EQ(load_image(folder / "kept/a.png").pixels, gray(4, 3, 7).pixels);
}

TEST_F(GeneratedFilesTest, ReportWhereTheyDiffer) {
  static_cast<void>(changes(Use::write, "one\ntwo\n", gray(4, 3, 7)));
  Image other = gray(4, 3, 7);
  other.pixels[3 * (2 * 4 + 1)] = std::byte{8};
  const std::vector<std::string> found = changes(Use::check, "one\n2\n", other);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].ends_with("a.md differs starting at line 2")) << found[0];
  EXPECT_TRUE(found[1].ends_with("a.png differs in 1 pixels, the first at (1, 2)")) << found[1];
  EXPECT_TRUE(changes(Use::check, "one\ntwo\n", gray(5, 3, 7))[0].ends_with(
      "a.png is 4 × 3 pixels with 3 channels, not 5 × 3 with 3"));
}

TEST_F(GeneratedFilesTest, ReportOtherChannels) {
  static_cast<void>(changes(Use::write, "", gray(4, 3, 7)));
  Image other = gray(4, 4, 7);
  other.height = 3;
  other.channels = 4;
  const std::vector<std::string> found = changes(Use::check, "", other);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].ends_with("a.png is 4 × 3 pixels with 3 channels, not 4 × 3 with 4")) << found[0];
}

TEST_F(GeneratedFilesTest, AreRegeneratedIfTheyCannotBeRead) {
  static_cast<void>(changes(Use::write, "", gray(4, 3, 7)));
  static_cast<void>(folder.write("kept/a.png", "no picture"));
  const std::vector<std::string> found = changes(Use::check, "", gray(4, 3, 7));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find("a.png cannot be read: "), std::string::npos) << found[0];
  EXPECT_EQ(changes(Use::write, "", gray(4, 3, 7)).size(), 1U);
  EXPECT_TRUE(changes(Use::check, "", gray(4, 3, 7)).empty());
}

TEST_F(GeneratedFilesTest, MayBeInTheCurrentFolder) { EXPECT_NO_THROW(GeneratedFiles("", Use::write)); }

TEST_F(GeneratedFilesTest, FollowNoLinkOutOfTheCurrentFolder) {
  const std::filesystem::path elsewhere = folder.write("elsewhere", "old");
  const std::filesystem::path former = std::filesystem::current_path();
  std::filesystem::create_directory(folder / "kept");
  std::filesystem::create_symlink(elsewhere, folder / "kept/a.png");
  std::filesystem::current_path(folder / "kept");
  GeneratedFiles files("", Use::write);
  EXPECT_THROW(files.add_picture("a.png", gray(4, 3, 7)), FileError);
  std::filesystem::current_path(former);
  EXPECT_EQ(tests::file_bytes(elsewhere), "old");
}

TEST_F(GeneratedFilesTest, StayIfOnlyVaryingPartsDiffer) {
  static_cast<void>(changes(Use::write, "", gray(4, 3, 7)));
  Image other = gray(4, 3, 7);
  other.pixels[3 * (2 * 4 + 1)] = std::byte{8};
  EXPECT_TRUE(changes(Use::check, "", other, {{1, 2, 1, 1}}).empty());
  EXPECT_TRUE(changes(Use::write, "", other, {{1, 2, 1, 1}}).empty());
  EXPECT_EQ(changes(Use::check, "", other, {{2, 2, 1, 1}}).size(), 1U);
}

}  // namespace
}  // namespace texelscope::app

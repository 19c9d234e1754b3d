#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/images/image_file.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

std::string webp_file(const char* name) {
  return tests::file_bytes(std::filesystem::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / name);
}

TEST(Webp, ReportsThatOneFrameOfAnAnimationIsRead) {
  EXPECT_EQ(tests::decoded(webp_file("animation.webp")).note, "it is an animation of 3 frames: only the first is read");
  EXPECT_EQ(tests::decoded(webp_file("lossy.webp")).note, "");
}

TEST(Webp, IsRotatedByItsExifOrientation) {
  EXPECT_EQ(tests::decoded(webp_file("turned.webp")).width, 9);
  EXPECT_EQ(tests::decoded(webp_file("turned.webp"), {.orientation = Orientation::ignored}).width, 11);
}

TEST(Webp, ReportsTrailingData) {
  const std::string file = webp_file("lossless.webp");
  EXPECT_NE(tests::decoded(file + "more").note.find("ignored after its end: 4 bytes"), std::string::npos);
}

TEST(Webp, RefusesALengthThatIsNotThatOfItsChunks) {
  std::string file = webp_file("lossless.webp");
  for (const std::uint64_t length : {file.size() - 10, file.size() - 9, file.size() - 7, file.size() - 6}) {
    EXPECT_NE(tests::error_of(file.replace(4, 4, tests::number(length, 4))), "") << length;
  }
}

TEST(Webp, RefusesEachTruncation) {
  const std::string whole = webp_file("lossy_alpha.webp");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string error = tests::error_of(whole.substr(0, size));
    EXPECT_NE(error.find(size < 12 ? "cannot read" : "(truncated file)"), std::string::npos) << size << error;
  }
}

}  // namespace
}  // namespace texelscope::app

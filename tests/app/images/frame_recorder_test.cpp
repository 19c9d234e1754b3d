#include "app/images/frame_recorder.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

Image gray(unsigned char value) {
  Image image{5, 3, 4, gpu::DataType::uint8, {}};
  image.pixels.assign(5 * 3 * 4, std::byte{value});
  return image;
}

TEST(FrameRecorder, WritesAFileForEachFrameByItsNumber) {
  const tests::TemporaryFolder folder;
  FrameRecorder recorder(folder / "frame_%03d.png", 5, 3, 0, 1);
  recorder.add(7, gray(70));
  recorder.add(9, gray(90));
  recorder.finish();
  EXPECT_EQ(recorder.count(), 2U);
  EXPECT_EQ(load_image(folder / "frame_007.png").pixels, gray(70).pixels);
  EXPECT_EQ(load_image(folder / "frame_009.png").pixels, gray(90).pixels);
  EXPECT_FALSE(std::filesystem::exists(folder / "frame_008.png"));
}

TEST(FrameRecorder, AcceptsANameWithoutANumberForOneFrame) {
  const tests::TemporaryFolder folder;
  FrameRecorder recorder(folder / "frame.png", 5, 3, 1, 1);
  recorder.add(12, gray(1));
  EXPECT_EQ(load_image(folder / "frame.png").width, 5);
  EXPECT_THROW(FrameRecorder(folder / "frame.png", 5, 3, 2, 1), FileError);
  EXPECT_THROW(FrameRecorder(folder / "frame.png", 5, 3, 0, 1), FileError) << "the number of frames is unknown";
}

TEST(FrameRecorder, RefusesNamesBeforeTheFirstFrame) {
  const tests::TemporaryFolder folder;
  EXPECT_THROW(FrameRecorder(folder / "missing/frame_%d.png", 5, 3, 2, 1), FileError);
  EXPECT_THROW(FrameRecorder(folder / "video_%d.mp4", 5, 3, 2, 1), FileError);
}

TEST(FrameRecorder, StaysInItsFolderEvenIfThatIsReplacedByALink) {
  const tests::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "frames");
  std::filesystem::create_directories(folder / "others");
  folder.write("others/frame_1.png", "private");
  FrameRecorder recorder(folder / "frames/frame_%d.png", 5, 3, 0, 1);
  std::filesystem::rename(folder / "frames", folder / "moved");
  std::filesystem::create_symlink("others", folder / "frames");
  recorder.add(1, gray(70));
  recorder.finish();
  EXPECT_EQ(load_image(folder / "moved/frame_1.png").pixels, gray(70).pixels);
  EXPECT_EQ(tests::file_bytes(folder / "others/frame_1.png"), "private");
}

}  // namespace
}  // namespace texelscope::app

#include "app/accesses/pixel_history.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/accesses/access_file.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "tests/app/accesses/kernel_arguments.h"
#include "tests/app/accesses/recorded_kernel.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using tests::CheckedDevice;
using tests::Images;

/// Two launches over 8 × 4: the first writes 0/0 to column 2 of one array; the second adds two columns of it.
gpu::AccessRecording record_nan() {
  const CheckedDevice checked;
  const gpu::CUDAArray first = checked.image(8, 4);
  const gpu::CUDAArray second = checked.image(8, 4);
  const gpu::SurfaceObject from = gpu::SurfaceObject::from_array(first);
  const gpu::SurfaceObject to = gpu::SurfaceObject::from_array(second);
  const Images arguments{from.handle().value, to.handle().value};
  checked.compile("Surface from; Surface to;", "const float x = i.x - 2.0f;\nfrom.write_2d(x / x, i.x, i.y);\n")
      .launch(*checked.stream, {8, 4, 1}, arguments);
  checked
      .compile("Surface from; Surface to;",
               "const float a = from.read_2d<float, BoundaryMode::clamp>(i.x, i.y);\n"
               "const float b = from.read_2d<float, BoundaryMode::clamp>(i.x + 1, i.y);\n"
               "to.write_2d(a + b, i.x, i.y);\n")
      .launch(*checked.stream, {8, 4, 1}, arguments);
  checked.stream->synchronize();
  return checked.recorder->recording();
}

TEST(PixelHistory, ListsTheWriteOfAPixelAndWhatItsThreadRead) {
  const gpu::AccessRecording recording = record_nan();
  const std::optional<std::uint32_t> surface = last_surface(recording);
  ASSERT_TRUE(surface);
  const std::vector<PixelWrite> writes = pixel_history(recording, {*surface, 5, 3});
  ASSERT_EQ(writes.size(), 1U);
  const gpu::Access& write = recording.accesses[writes[0].access];
  EXPECT_EQ(write.thread.x, 5);
  EXPECT_EQ(write.thread.y, 3);
  ASSERT_EQ(writes[0].thread_accesses.size(), 3U);
  EXPECT_EQ(recording.sites[recording.accesses[writes[0].thread_accesses[1]].site].line, 3);
  const std::string text = access_text(recording, write);
  EXPECT_NE(text.find("surface write of texel (5, 3)"), std::string::npos) << text;
  EXPECT_NE(text.find("0 → 2"), std::string::npos) << text;
  EXPECT_THROW(static_cast<void>(pixel_history(recording, {*surface, 8, 0})), gpu::InvalidArgument);
}

TEST(PixelHistory, FollowsANaNToTheAccessThatMadeIt) {
  const gpu::AccessRecording recording = record_nan();
  const std::vector<PixelWrite> writes = pixel_history(recording, {*last_surface(recording), 1, 2});
  ASSERT_EQ(writes.size(), 1U);
  const std::vector<std::size_t> steps = follow_nan(recording, writes[0].access);
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(recording.accesses[steps[1]].kind, gpu::AccessKind::surface_read);
  EXPECT_EQ(recording.sites[recording.accesses[steps[1]].site].line, 3);
  const gpu::Access& origin = recording.accesses[steps[2]];
  EXPECT_EQ(origin.launch, 0U);
  EXPECT_EQ(origin.thread.x, 2);
  EXPECT_EQ(origin.thread.y, 2);
  // A number has no NaN to follow.
  EXPECT_EQ(follow_nan(recording, pixel_history(recording, {*last_surface(recording), 5, 2})[0].access).size(), 1U);
}

TEST(AccessFile, IsReadAsItWasWritten) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "a.bin";
  const gpu::AccessRecording recording = record_nan();
  write_accesses(path, {recording, {}, {}});
  const gpu::AccessRecording read = read_accesses(path).recording;
  ASSERT_EQ(read.accesses.size(), recording.accesses.size());
  EXPECT_EQ(std::memcmp(read.accesses.data(), recording.accesses.data(), read.accesses.size() * sizeof(gpu::Access)),
            0);
  ASSERT_EQ(read.objects.size(), recording.objects.size());
  EXPECT_EQ(read.objects[1].array.shape, recording.objects[1].array.shape);
  EXPECT_EQ(access_text(read, read.accesses.back()), access_text(recording, recording.accesses.back()));
}

TEST(AccessFile, RefusesATruncatedOrChangedFile) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "a.bin";
  write_accesses(path, {record_nan(), {}, {}});
  const std::vector<std::byte> whole = read_file(path, 1 << 24);
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    write_file(path, std::span{whole}.first(size));
    EXPECT_THROW(static_cast<void>(read_accesses(path)), FileError) << size;
  }
  std::vector<std::byte> changed = whole;
  changed[changed.size() - 104 + 12] = std::byte{0xFF};  // the launch of the last access
  write_file(path, changed);
  EXPECT_THROW(static_cast<void>(read_accesses(path)), FileError);
}

}  // namespace
}  // namespace texelscope::app

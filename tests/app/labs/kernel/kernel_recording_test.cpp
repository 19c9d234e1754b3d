#include "app/labs/kernel/kernel_recording.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "app/accesses/hazard.h"
#include "app/accesses/pixel_history.h"
#include "app/labs/access/access_study.h"
#include "app/labs/access/nan_steps.h"
#include "tests/app/labs/kernel/worker/kernel_workers.h"

namespace texelscope::app {
namespace {

using KernelRecording = KernelWorkers;

KernelMoment moment(std::string_view body) {
  return {.text = std::string(body), .name = "mine.cu", .frame = {}, .width = 16, .height = 8};
}

TEST_F(KernelRecording, FindsAPlantedRace) {
  const RecordedKernel recorded =
      record_kernel(moment("TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
                           "  const float c = at.x / 16.0f;\n"
                           "  frame.output.write_2d(to_unorm8(Float4{c, c, c, 1}), at.x / 2, at.y);\n"
                           "}\n"),
                    std::nullopt, {});
  EXPECT_EQ(recorded.frame->width, 16);
  ASSERT_TRUE(recorded.accesses.hazards);
  ASSERT_EQ(recorded.accesses.hazards->size(), 1U);
  const std::string text = hazard_text(recorded.accesses.hazards->front(), recorded.accesses.recording);
  EXPECT_NE(text.find("write-write: texel (0, 0)"), std::string::npos) << text;
  EXPECT_NE(text.find("mine.cu:3"), std::string::npos) << text;
}

TEST_F(KernelRecording, CountsARaceOfATexelOnce) {
  const RecordedKernel recorded =
      record_kernel(moment("TEXELSCOPE_KERNEL_FUNCTION void buffer_a(Index at, const Frame& frame) {\n"
                           "  const float c = at.x;\n"
                           "  frame.output.write_2d(Float4{c, c + 1, c + 2, c + 3}, at.x / 2, at.y);\n"
                           "}\n"
                           "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
                           "  frame.output.write_2d(to_unorm8(Float4{1, 0, 0, 1}), at.x, at.y);\n"
                           "}\n"),
                    std::nullopt, {});
  ASSERT_EQ(recorded.accesses.hazards->size(), 1U);
  EXPECT_EQ(recorded.accesses.hazards->front().count, 8U * 8U) << "half of the threads write another's texel";
}

TEST_F(KernelRecording, FollowsANaNThroughABuffer) {
  const RecordedKernel recorded = record_kernel(
      moment("TEXELSCOPE_KERNEL_FUNCTION void buffer_a(Index at, const Frame& frame) {\n"
             "  const float x = at.x - 3.0f;\n"
             "  const float y = x / (x * x);\n"
             "  frame.output.write_2d(Float4{y * 0, 0, 0, 1}, at.x, at.y);\n"
             "}\n"
             "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
             "  const Float4 c = frame.buffer_a.sample_2d((at.x + 0.5f) / frame.width, (at.y + 0.5f) / frame.height);\n"
             "  frame.output.write_2d(to_unorm8(c), at.x, at.y);\n"
             "}\n"),
      std::nullopt, {});
  const gpu::AccessRecording& recording = recorded.accesses.recording;
  const auto name = [&](std::size_t access) { return recording.objects[recording.accesses[access].object].name; };
  const std::vector<PixelWrite> history = pixel_history(recording, {*frame_surface(recorded.accesses), 3, 2});
  ASSERT_EQ(history.size(), 1U);
  // The picture has 8 bits: the NaN is in the fetch before the write.
  const std::size_t fetch = history.front().thread_accesses.front();
  ASSERT_TRUE(has_nan(recording, fetch));
  const std::vector<std::size_t> steps = nan_steps(recorded.accesses, fetch);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(name(history.front().access), "output");
  EXPECT_EQ(name(fetch), "buffer_a");
  EXPECT_EQ(name(steps.back()), "buffer_a");
  const gpu::Access& made = recording.accesses[steps.back()];
  EXPECT_EQ(made.thread.x, 3);
  EXPECT_EQ(gpu::to_string(recording.sites[made.site]), "mine.cu:4");
  EXPECT_EQ(recording.launches[made.launch].kernel, "buffer_a");
  EXPECT_EQ(recording.launches[recording.accesses[history.front().access].launch].kernel, "pixel");
}

TEST_F(KernelRecording, NamesTheCallOfAHelper) {
  const RecordedKernel recorded =
      record_kernel(moment("TEXELSCOPE_KERNEL_FUNCTION void put(Index at, const Frame& frame, int x) {\n"
                           "  frame.output.write_2d(to_unorm8(Float4{1, 0, 0, 1}), x, at.y);\n"
                           "}\n"
                           "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
                           "  put(at, frame, at.x);\n"
                           "  put(at, frame, at.x / 2);\n"
                           "}\n"),
                    std::nullopt, {});
  const gpu::AccessRecording& recording = recorded.accesses.recording;
  const std::vector<std::size_t> own = thread_accesses(recording, 0);
  ASSERT_EQ(own.size(), 2U);
  const auto line = [&](std::size_t access) {
    return gpu::to_string(recording.sites[recording.accesses[access].site]);
  };
  EXPECT_EQ(line(own[0]), "mine.cu:2, called at line 5");
  EXPECT_EQ(line(own[1]), "mine.cu:2, called at line 6");
}

TEST_F(KernelRecording, RecordsOnlyTheThreadsThatTouchAByte) {
  const KernelMoment halves = moment(
      "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
      "  frame.output.write_2d(to_unorm8(Float4{at.x / 16.0f, 0, 0, 1}), at.x / 2, at.y);\n"
      "}\n");
  const gpu::AccessRecording whole = record_kernel(halves, std::nullopt, {}).accesses.recording;
  const gpu::AccessObject& output = whole.objects.at(whole.accesses.front().object);
  const gpu::MemoryByte byte{output.memory, 5 * output.row_pitch_bytes + 3 * 4};
  const RecordedKernel recorded = record_kernel(halves, byte, {});
  const gpu::AccessRecording& recording = recorded.accesses.recording;
  ASSERT_EQ(recording.touching, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(recording.accesses[0].thread.x, 6);
  EXPECT_EQ(recording.accesses[1].thread.x, 7);
  EXPECT_EQ(recording.accesses[1].thread.y, 5);
  EXPECT_EQ(recording.accesses.size(), 2U);
  EXPECT_FALSE(recorded.accesses.hazards);
}

TEST_F(KernelRecording, SaysWhatDoesNotCompileOrTraps) {
  EXPECT_THROW(static_cast<void>(record_kernel(moment("nothing"), std::nullopt, {})), gpu::Error);
  EXPECT_THROW(
      static_cast<void>(record_kernel(moment("TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
                                             "  frame.output.write_2d(to_unorm8(Float4{1, 0, 0, 1}), at.x, at.y + 1);\n"
                                             "}\n"),
                                      std::nullopt, {})),
      gpu::Error);
}

}  // namespace
}  // namespace texelscope::app

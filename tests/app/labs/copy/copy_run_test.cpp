#include "app/labs/copy/copy_run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/images/image_file.h"
#include "app/labs/copy/copy_kernels.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

class CopyRunOn : public tests::DeviceTest {
 protected:
  CopyOutcome run(const CopyInput& input) {
    CopyPicture picture;
    CopyRun run(device(), input, work_out(input, picture));
    int steps = 0;
    double progress = 0;
    while (!run.is_done()) {
      EXPECT_GE(run.progress(), progress);
      progress = run.progress();
      run.step();
      ++steps;
    }
    EXPECT_GT(steps, 3);
    return run.outcome();
  }
};
TEXELSCOPE_INSTANTIATE_FOR_DEVICES(CopyRunOn);

TEST(CopyOutcome, ReportsTheInterquartileRangeOfTheRounds) {
  CopyOutcome outcome;
  outcome.bytes = 500'000'000;
  auto& copy = outcome.seconds[static_cast<std::size_t>(CopyRacer::copy)];
  EXPECT_EQ(outcome.spread(CopyRacer::copy), 0) << "no rounds";
  copy = {9, 1.0, 0.5, 1.04, 1.02, 0.98, 0.96};
  EXPECT_EQ(outcome.gigabytes_per_second(CopyRacer::copy), 1);
  EXPECT_NEAR(outcome.spread(CopyRacer::copy), 0.08, 1e-12) << "the range is 0.96 to 1.04; the extremes do not count";
  EXPECT_FALSE(outcome.is_disturbed());
  outcome.seconds[static_cast<std::size_t>(CopyRacer::memcpy)] = {1, 1.3, 1, 1.4};
  EXPECT_TRUE(outcome.is_disturbed());
}

TEST(CopyOutcome, PrintsHalfTheRangeAtMostAsTheWhole) {
  EXPECT_EQ(spread_text(0), "");
  EXPECT_EQ(spread_text(0.08), " ±4 %");
  EXPECT_EQ(spread_text(19.84), " ±100 %") << "a speed cannot fall by more than itself";
}

TEST_P(CopyRunOn, ChecksMeasuresAndShowsACopy) {
  const CopyOutcome outcome = run({.source = {{.shape = "48, 64"}, "permuted(1, 0)"}});
  EXPECT_EQ(outcome.differences, 0U);
  EXPECT_EQ(outcome.elements, 48 * 64);
  EXPECT_EQ(outcome.bytes, 48 * 64 * 4);
  EXPECT_EQ(outcome.method, "tiles");
  EXPECT_EQ(outcome.device, to_string(device().id()));
  for (const CopyRacer racer : {CopyRacer::copy, CopyRacer::memcpy, CopyRacer::naive}) {
    EXPECT_GT(outcome.gigabytes_per_second(racer), 0);
  }
  ASSERT_TRUE(outcome.source_picture.image && outcome.destination_picture.image);
  EXPECT_EQ(outcome.source_picture.image->width, 64);
  EXPECT_EQ(outcome.destination_picture.image->width, 48);
  // The destination is the rotated source.
  const auto pixel = [](const MemoryPicture& picture, int x, int y) {
    return picture.image->pixels[static_cast<std::size_t>(4 * (y * picture.image->width + x))];
  };
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 64; ++x) {
      ASSERT_EQ(pixel(outcome.source_picture, x, y), pixel(outcome.destination_picture, y, x));
    }
  }
}

TEST_P(CopyRunOn, RunsBetweenAllMemories) {
  for (const CopyMemory source : {CopyMemory::device, CopyMemory::pinned, CopyMemory::pageable}) {
    for (const CopyMemory destination : {CopyMemory::device, CopyMemory::pinned, CopyMemory::pageable}) {
      CopyInput input{.source = {{.shape = "5, 7, 3", .itemsize = 1}, "permuted(2, 0, 1)  sliced(:, ::-1)"}};
      input.source_memory = source;
      input.destination_memory = destination;
      const bool is_pageable = source == CopyMemory::pageable || destination == CopyMemory::pageable;
      const CopyOutcome outcome = run(input);
      EXPECT_EQ(outcome.differences, 0U) << to_string(source) << " to " << to_string(destination);
      EXPECT_EQ(outcome.naive_reason.empty(), device().id().kind == gpu::DeviceKind::cpu || !is_pageable);
    }
  }
}

TEST_P(CopyRunOn, SupportsEveryKindOfLayout) {
  for (const char* operations : {"", "sliced(:, ::2)", "sliced(::-1, ::-1)", "sliced(:0)", "sliced(0, 0)",
                                 "sliced(:, :1)  broadcast_to(6, 9)", "repacked(8)", "reshaped(2, 3, 2, 2, 1, 2)"}) {
    CopyInput input{.source = {{.shape = "6, 8"}, operations}};
    EXPECT_EQ(run(input).differences, 0U) << operations;
  }
  CopyInput gaps{.source = {{.shape = "6, 8"}, "permuted(1, 0)"}};
  gaps.order = CopyOrder::typed;
  gaps.destination = {{.shape = "8, 12"}, "sliced(::-1, ::2)"};
  EXPECT_EQ(run(gaps).differences, 0U);
}

TEST_P(CopyRunOn, ShowsTheContentsOfAFile) {
  const tests::TemporaryFolder folder;
  const std::string picture = (folder.path() / "a.png").string();
  Image image{16, 8, 3, gpu::DataType::uint8, std::vector<std::byte>(16 * 8 * 3)};
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    image.pixels[i] = static_cast<std::byte>(i * 7);
  }
  save_png(picture, image);
  CopyInput input{.content = CopyContent::image, .source = {{}, "permuted(2, 0, 1)"}, .file = picture};
  const CopyOutcome outcome = run(input);
  EXPECT_EQ(outcome.differences, 0U);
  EXPECT_EQ(outcome.source_picture.caption, "16 × 8, red, green, blue");
  EXPECT_EQ(outcome.source_picture.image->pixels[4 * 17 + 1], image.pixels[3 * 17 + 1]);
  EXPECT_EQ(outcome.destination_picture.caption, "3 planes, each 16 × 8");
  EXPECT_EQ(outcome.destination_picture.image->pixels[0], image.pixels[0]);

  const std::filesystem::path array = folder.path() / "a.npy";
  gpu::write_npy(array, image.pixels, gpu::StridedLayout({16, 24}, 1), {});
  input = {.content = CopyContent::npy, .source = {{}, "permuted(1, 0)"}, .file = array.string()};
  EXPECT_EQ(run(input).source_picture.image->pixels[4 * 5], image.pixels[5]);
  // The file changes before it is read.
  CopyPicture none;
  CopyRun changed(device(), input, work_out(input, none));
  gpu::write_npy(array, image.pixels, gpu::StridedLayout({24, 16}, 1), {});
  EXPECT_THROW(
      {
        while (!changed.is_done()) {
          changed.step();
        }
      },
      gpu::InvalidArgument);
}

TEST_P(CopyRunOn, RejectsOversizedCopies) {
  const CopyInput input{.source = {{.shape = "65536, 65536"}, "permuted(1, 0)"}};
  EXPECT_THROW(run(input), gpu::InvalidArgument);
}

TEST_P(CopyRunOn, HasACorrectNaiveCopyForEveryItemsize) {
  for (const std::int64_t itemsize : {1, 2, 3, 4, 8, 16, 24}) {
    const gpu::StridedLayout array({5, 6, 7}, itemsize);
    const gpu::StridedLayout layout = array.permuted({2, 0, 1});
    const gpu::StridedLayout dense = layout.to_dense(gpu::StrideOrder::c());
    const auto size = static_cast<std::size_t>(array.required_size_in_bytes());
    const gpu::ElementType type(gpu::ElementKind::opaque, 8, itemsize);
    const gpu::Buffer from = device().allocate_pinned(size);
    const gpu::Buffer to = device().allocate_pinned(size);
    for (std::size_t i = 0; i < size; ++i) {
      from.host_bytes()[i] = static_cast<std::byte>(i * 31 + i / 256);
    }
    const auto source = gpu::StridedMemoryView::from_buffer(from, layout, type);
    const auto destination = gpu::StridedMemoryView::from_buffer(to, dense, type);
    copy_naively(source, destination, stream());
    stream().synchronize();
    for (std::int64_t i = 0; i < 7; ++i) {
      for (std::int64_t j = 0; j < 5; ++j) {
        for (std::int64_t k = 0; k < 6; ++k) {
          EXPECT_TRUE(std::ranges::equal(source.bytes_at({i, j, k}), destination.bytes_at({i, j, k})));
        }
      }
    }
  }
}

}  // namespace
}  // namespace texelscope::app

#include "gpu/copy/host/host_copy.h"

#include <gtest/gtest.h>

#include <random>
#include <type_traits>

#include "tests/gpu/copy/copied_memory.h"
#include "tests/gpu/copy/random_layouts.h"

namespace texelscope::tests {
namespace {

using gpu::AxisSlice;
using gpu::Dimensions;
using gpu::StridedLayout;

TEST(HostCopy, IsAKernelOfAtMost4Kilobytes) {
  static_assert(std::is_trivially_copyable_v<gpu::copy::HostCopy>);
  EXPECT_LE(sizeof(gpu::copy::HostCopy), 4096U);
  EXPECT_EQ(gpu::copy::host_copy_entry().kernel_size, sizeof(gpu::copy::HostCopy));
  EXPECT_NE(gpu::copy::host_copy_entry().run_on_host, nullptr);
}

TEST(HostCopy, CopiesBetweenRandomLayoutsOfAllItemSizes) {
  std::mt19937_64 random{1};
  for (int round = 0; round < 2500; ++round) {
    const std::int64_t itemsize = 1 + round % 16;
    const auto [source, destination] = random_layouts(random, itemsize, 6000);
    ASSERT_TRUE(copies(source, destination, random, 1, random() % 64, random() % 64)) << "round " << round;
  }
}

TEST(HostCopy, CopiesItemsBeyond16Bytes) {
  std::mt19937_64 random{2};
  for (const std::int64_t itemsize : {17, 24, 31, 32, 33, 48, 64, 100, 257}) {
    for (int round = 0; round < 20; ++round) {
      const auto [source, destination] = random_layouts(random, itemsize, 800);
      ASSERT_TRUE(copies(source, destination, random, 1, random() % 64, random() % 64)) << "itemsize " << itemsize;
    }
  }
}

TEST(HostCopy, TransposesMatricesOfEverySmallShape) {
  std::mt19937_64 random{3};
  for (const std::int64_t itemsize : {1, 2, 3, 4, 8, 16}) {
    for (std::int64_t rows = 1; rows <= 36; rows += 1 + rows / 20) {
      for (std::int64_t columns = 1; columns <= 36; columns += 1 + columns / 20) {
        ASSERT_TRUE(copies_to_dense(StridedLayout::dense({rows, columns}, itemsize).permuted({1, 0}), random, 1,
                                    random() % 64, random() % 64));
      }
    }
  }
}

TEST(HostCopy, SplitsAndInterleavesChannels) {
  std::mt19937_64 random{4};
  for (const std::int64_t itemsize : {1, 2, 4, 8, 16}) {
    for (std::int64_t channels = 1; channels <= 17; ++channels) {
      for (const std::int64_t texels : {1, 5, 16, 33, 1000}) {
        const std::size_t misalignment = random() % 64;
        const StridedLayout interleaved = StridedLayout::dense({texels, channels}, itemsize);
        EXPECT_TRUE(copies_to_dense(interleaved.permuted({1, 0}), random, 1, misalignment));
        EXPECT_TRUE(copies_to_dense(StridedLayout::dense({channels, texels}, itemsize).permuted({1, 0}), random, 1,
                                    misalignment));
        // Some of the channels, with other channels between them.
        const StridedLayout wider = StridedLayout::dense({texels, channels + 2}, itemsize);
        EXPECT_TRUE(copies_to_dense(wider.sliced({AxisSlice::all(), {1, channels + 1}}).permuted({1, 0}), random, 1,
                                    misalignment));
        EXPECT_TRUE(copies(StridedLayout::dense({channels, texels}, itemsize).permuted({1, 0}),
                           wider.sliced({AxisSlice::all(), {1, channels + 1}}), random, 1, misalignment));
      }
    }
  }
}

TEST(HostCopy, HasNoTaskWithoutElements) {
  std::mt19937_64 random{6};
  EXPECT_TRUE(copies_to_dense(StridedLayout::dense({3, 0, 2}, 4), random));
  const gpu::CopyPlan plan = plan_copy(StridedLayout::dense({3, 0, 2}, 4), StridedLayout::dense({3, 0, 2}, 4));
  EXPECT_EQ(gpu::copy::task_count(gpu::copy::make_host_copy(plan, {}, 2)), 0);
}

TEST(HostCopy, CopiesLayoutsOf64Axes) {
  std::mt19937_64 random{7};
  Dimensions shape = Dimensions::filled(64, 1);
  Dimensions reversed;
  for (std::size_t axis = 0; axis < 12; ++axis) {
    shape[axis * 5] = 2;
  }
  for (std::int64_t axis = 64; axis-- > 0;) {
    reversed.push_back(axis);
  }
  EXPECT_TRUE(copies_to_dense(StridedLayout::dense(shape, 4).permuted(reversed), random));
}

TEST(HostCopy, HasEnoughTasksForAllThreads) {
  std::byte* const none = nullptr;
  const gpu::CopyPlan plan =
      plan_copy(StridedLayout::dense({2048, 2048}, 1).permuted({1, 0}), StridedLayout::dense({2048, 2048}, 1));
  EXPECT_GE(gpu::copy::task_count(gpu::copy::make_host_copy(plan, {none, none}, 8)), 32);
  const gpu::CopyPlan small =
      plan_copy(StridedLayout::dense({8, 8}, 4).permuted({1, 0}), StridedLayout::dense({8, 8}, 4));
  EXPECT_EQ(gpu::copy::task_count(gpu::copy::make_host_copy(small, {none, none}, 8)), 1);
}

}  // namespace
}  // namespace texelscope::tests

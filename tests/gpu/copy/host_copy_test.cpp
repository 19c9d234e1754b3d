#include "gpu/copy/host_copy.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/gpu/copy/copied_memory.h"
#include "tests/gpu/copy/random_layouts.h"

namespace texelscope::tests {
namespace {

using gpu::AxisSlice;
using gpu::Dimensions;
using gpu::StridedLayout;

const AxisSlice backwards{std::nullopt, std::nullopt, -1};
const AxisSlice every_second{std::nullopt, std::nullopt, 2};
const AxisSlice every_third{1, std::nullopt, 3};

StridedLayout dense(const Dimensions& shape, std::int64_t itemsize) { return StridedLayout::dense(shape, itemsize); }

testing::AssertionResult copies_to_dense(const StridedLayout& source, std::mt19937_64& random,
                                         unsigned thread_count = 3, std::size_t source_misalignment = 0,
                                         std::size_t destination_misalignment = 0) {
  return copies(source, dense(source.shape(), source.itemsize()), random, thread_count, source_misalignment,
                destination_misalignment);
}

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

TEST(HostCopy, TurnsMatricesOfEverySmallShape) {
  std::mt19937_64 random{3};
  for (const std::int64_t itemsize : {1, 2, 4, 8, 16}) {
    for (std::int64_t rows = 1; rows <= 36; rows += 1 + rows / 20) {
      for (std::int64_t columns = 1; columns <= 36; columns += 1 + columns / 20) {
        ASSERT_TRUE(copies_to_dense(dense({rows, columns}, itemsize).permuted({1, 0}), random, 1, random() % 64,
                                    random() % 64));
      }
    }
  }
}

TEST(HostCopy, TakesChannelsApartAndJoinsThem) {
  std::mt19937_64 random{4};
  for (const std::int64_t itemsize : {1, 2, 4, 8, 16}) {
    for (std::int64_t channels = 1; channels <= 17; ++channels) {
      for (const std::int64_t texels : {1, 5, 16, 33, 1000}) {
        const std::size_t misalignment = random() % 64;
        const StridedLayout interleaved = dense({texels, channels}, itemsize);
        EXPECT_TRUE(copies_to_dense(interleaved.permuted({1, 0}), random, 1, misalignment));
        EXPECT_TRUE(copies_to_dense(dense({channels, texels}, itemsize).permuted({1, 0}), random, 1, misalignment));
        // Some of the channels, with others between.
        const StridedLayout wider = dense({texels, channels + 2}, itemsize);
        EXPECT_TRUE(copies_to_dense(wider.sliced({AxisSlice::all(), {1, channels + 1}}).permuted({1, 0}), random, 1,
                                    misalignment));
        EXPECT_TRUE(copies(dense({channels, texels}, itemsize).permuted({1, 0}),
                           wider.sliced({AxisSlice::all(), {1, channels + 1}}), random, 1, misalignment));
      }
    }
  }
}

/// Larger than what stays in the caches: blocks are assembled, lines are written past the caches. Shapes hold `bytes`
/// and a bit of items of each size, with extents that are no multiple of anything.
class LargeHostCopy : public testing::TestWithParam<std::int64_t> {
 protected:
  [[nodiscard]] std::int64_t itemsize() const { return GetParam(); }
  [[nodiscard]] std::int64_t items() const { return ((std::int64_t{4} << 20) + 4096) / itemsize(); }
  std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};
};

TEST_P(LargeHostCopy, CopiesOneRun) {
  for (const std::size_t misalignment : {0, 1, 8, 63}) {
    EXPECT_TRUE(copies_to_dense(dense({items()}, itemsize()), random_, 3, misalignment, 64 - misalignment));
  }
}

TEST_P(LargeHostCopy, TurnsMatrices) {
  for (const std::int64_t rows : {1021, 512, 61, 13}) {
    const StridedLayout matrix = dense({rows, items() / rows + 1}, itemsize());
    EXPECT_TRUE(copies_to_dense(matrix.permuted({1, 0}), random_));
    EXPECT_TRUE(copies_to_dense(matrix.permuted({1, 0}).sliced({backwards, backwards}), random_, 3, 5, 3));
  }
}

TEST_P(LargeHostCopy, KeepsRows) {
  for (const std::int64_t row : {5, 64, 100, 512, 1000, 3000}) {
    const std::int64_t row_items = std::max<std::int64_t>(1, row / itemsize());
    const StridedLayout tensor = dense({items() / row_items / 7 + 1, 7, row_items}, itemsize());
    EXPECT_TRUE(copies_to_dense(tensor.permuted({1, 0, 2}), random_, 3, 0, 16));
    EXPECT_TRUE(copies_to_dense(tensor.sliced({backwards}), random_, 3, 16, 0));
  }
}

TEST_P(LargeHostCopy, TakesChannelsApartAndJoinsThem) {
  for (const std::int64_t channels : {2, 3, 4, 7}) {
    const std::int64_t texels = items() / channels / 3 + 1;
    EXPECT_TRUE(copies_to_dense(dense({3, texels, channels}, itemsize()).permuted({0, 2, 1}), random_));
    EXPECT_TRUE(copies_to_dense(dense({3, channels, texels}, itemsize()).permuted({0, 2, 1}), random_));
  }
}

TEST_P(LargeHostCopy, GathersAndScatters) {
  const std::int64_t rows = 119;
  const std::int64_t columns = items() / rows + 1;
  const StridedLayout wide = dense({rows, 3 * columns}, itemsize());
  EXPECT_TRUE(copies_to_dense(wide.sliced({backwards, every_second}), random_));
  EXPECT_TRUE(copies_to_dense(wide.sliced({AxisSlice::all(), every_third}).permuted({1, 0}), random_));
  EXPECT_TRUE(copies_to_dense(dense({rows, columns}, itemsize()).sliced({AxisSlice::all(), backwards}), random_));
  const StridedLayout stepped = wide.sliced({AxisSlice::all(), every_third});
  EXPECT_TRUE(copies(dense(stepped.shape(), itemsize()), stepped, random_, 3));
  EXPECT_TRUE(
      copies(dense({stepped.shape()[1], stepped.shape()[0]}, itemsize()).permuted({1, 0}), stepped, random_, 3));
}

TEST_P(LargeHostCopy, RepeatsWhatIsBroadcast) {
  const std::int64_t rows = 211;
  const std::int64_t columns = items() / rows + 1;
  EXPECT_TRUE(copies_to_dense(dense({rows, 1}, itemsize()).broadcast_to({rows, columns}), random_));
  EXPECT_TRUE(copies_to_dense(dense({columns}, itemsize()).broadcast_to({rows, columns}), random_));
  EXPECT_TRUE(copies_to_dense(dense({}, itemsize()).broadcast_to({rows, columns}), random_));
}

TEST_P(LargeHostCopy, ReversesManyAxes) {
  std::int64_t left = items();
  Dimensions shape;
  Dimensions reversed;
  for (const std::int64_t extent : {11, 3, 24, 5, 7}) {
    shape.push_back(extent);
    left /= extent;
  }
  shape.push_back(left + 1);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    reversed.push_back(static_cast<std::int64_t>(axis));
  }
  EXPECT_TRUE(copies_to_dense(dense(shape, itemsize()).permuted(reversed), random_));
}

INSTANTIATE_TEST_SUITE_P(OfItems, LargeHostCopy, testing::Values(1, 2, 3, 4, 6, 7, 8, 12, 16),
                         [](const auto& test) { return std::to_string(test.param) + "Bytes"; });

TEST(HostCopy, CopiesLargeRandomLayoutsOnSeveralThreads) {
  std::mt19937_64 random{5};
  int large = 0;
  for (int round = 0; large < 8 && round < 20000; ++round) {
    const auto [source, destination] = random_layouts(random, 1 + round % 16, 800'000);
    if (source.volume() * source.itemsize() >= std::int64_t{4} << 20) {
      ++large;
      ASSERT_TRUE(copies(source, destination, random, 3, random() % 64, random() % 64));
    }
  }
  EXPECT_EQ(large, 8);
}

TEST(HostCopy, HasNoTaskWhenThereIsNoElement) {
  std::mt19937_64 random{6};
  EXPECT_TRUE(copies_to_dense(dense({3, 0, 2}, 4), random));
  const gpu::CopyPlan plan = plan_copy(dense({3, 0, 2}, 4), dense({3, 0, 2}, 4));
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
  EXPECT_TRUE(copies_to_dense(dense(shape, 4).permuted(reversed), random));
}

TEST(HostCopy, HasEnoughTasksForAllThreads) {
  std::byte* const none = nullptr;
  const gpu::CopyPlan plan = plan_copy(dense({2048, 2048}, 1).permuted({1, 0}), dense({2048, 2048}, 1));
  EXPECT_GE(gpu::copy::task_count(gpu::copy::make_host_copy(plan, {none, none}, 8)), 32);
  const gpu::CopyPlan small = plan_copy(dense({8, 8}, 4).permuted({1, 0}), dense({8, 8}, 4));
  EXPECT_EQ(gpu::copy::task_count(gpu::copy::make_host_copy(small, {none, none}, 8)), 1);
}

}  // namespace
}  // namespace texelscope::tests

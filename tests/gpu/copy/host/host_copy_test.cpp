#include "gpu/copy/host/host_copy.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>
#include <thread>
#include <type_traits>
#include <vector>

#include "tests/gpu/copy/copied_memory.h"
#include "tests/gpu/copy/random_layouts.h"
#include "tests/gpu/layout/axis_slices.h"

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

/// Memory between two pages that cannot be read.
class FencedMemory {
 public:
  explicit FencedMemory(std::size_t min_bytes) : size_{(min_bytes + page - 1) / page * page} {
    void* const all = ::mmap(nullptr, size_ + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || ::mprotect(static_cast<std::byte*>(all) + page, size_, PROT_READ | PROT_WRITE) != 0) {
      throw std::bad_alloc{};
    }
    begin_ = static_cast<std::byte*>(all) + page;
  }
  ~FencedMemory() { ::munmap(begin_ - page, size_ + 2 * page); }
  FencedMemory(const FencedMemory&) = delete;
  FencedMemory& operator=(const FencedMemory&) = delete;

  [[nodiscard]] std::byte* begin() const { return begin_; }
  [[nodiscard]] std::byte* end() const { return begin_ + size_; }

 private:
  static constexpr std::size_t page = 4096;
  std::size_t size_;
  std::byte* begin_ = nullptr;
};

/// Copies from a source whose last byte is the last one that can be read, and from one whose first byte is the first.
/// A read of any other byte ends the process by a signal. @returns whether all elements arrive.
bool copies_at_the_edge(const StridedLayout& source, const StridedLayout& destination, std::mt19937_64& random) {
  const gpu::OffsetBounds bounds = source.offset_bounds();
  const std::int64_t below = bounds.min * source.itemsize();
  const auto bytes = static_cast<std::size_t>((bounds.max + 1) * source.itemsize() - below);
  const FencedMemory fenced(bytes);
  for (const auto& [first, written_bytes] :
       {std::pair{fenced.end() - bytes, std::int64_t{0}}, std::pair{fenced.begin(), std::int64_t{0}},
        std::pair{fenced.end() - bytes, past_caches_bytes}, std::pair{fenced.begin(), past_caches_bytes}}) {
    CopiedMemory memory{source, destination, 0, random() % 64, random};
    std::memcpy(first, memory.source.offset_zero() + below, bytes);
    const gpu::copy::CopyPointers pointers{first - below, memory.destination.offset_zero()};
    const gpu::CopyPlan plan = plan_copy(
        source, destination,
        {reinterpret_cast<std::uintptr_t>(pointers.source), reinterpret_cast<std::uintptr_t>(pointers.destination)});
    const gpu::copy::HostCopy copy = make_host_copy(plan, pointers, 1, written_bytes);
    run_tasks(copy, 0, task_count(copy));
    if (memory.destination.bytes() != memory.expected) {
      return false;
    }
  }
  return true;
}

TEST(HostCopy, ReadsNothingBesidesTheSource) {
  const auto is_all_right = [](std::int64_t itemsize) {
    std::mt19937_64 random{static_cast<std::uint64_t>(itemsize)};
    bool is_right = true;
    const auto check = [&](const StridedLayout& source) {
      is_right &= copies_at_the_edge(source, StridedLayout::dense(source.shape(), itemsize), random);
    };
    for (std::int64_t few = 1; few <= 17; ++few) {
      for (const std::int64_t many : {1, 3, 8, 17, 40}) {
        for (const std::int64_t gap : {0, 1, 5}) {
          const StridedLayout wider = StridedLayout::dense({many, few + gap}, itemsize);
          const StridedLayout last = wider.sliced({AxisSlice::all(), {gap, few + gap}});
          check(wider.sliced({AxisSlice::all(), {0, few}}).permuted({1, 0}));
          check(last.permuted({1, 0}));
          check(last.sliced({AxisSlice::all(), backwards}).permuted({1, 0}));
          check(last);
          check(StridedLayout::dense({few, many + gap}, itemsize)
                    .sliced({AxisSlice::all(), {gap, many + gap}})
                    .permuted({1, 0}));
        }
      }
    }
    // Larger than the registers both ways, with a few columns left over.
    for (const std::int64_t rows : {130, 161}) {
      for (const std::int64_t columns : {65, 90, 200}) {
        check(StridedLayout::dense({rows, columns}, itemsize).permuted({1, 0}));
        check(StridedLayout::dense({rows, columns}, itemsize).sliced({AxisSlice::all(), backwards}).permuted({1, 0}));
        check(StridedLayout::dense({rows, 5, columns}, itemsize).permuted({2, 1, 0}));
      }
    }
    for (int round = 0; round < 100; ++round) {
      const auto [source, destination] = random_layouts(random, itemsize, 3000);
      is_right &= source.is_empty() || copies_at_the_edge(source, destination, random);
    }
    return is_right;
  };
  // A read beside the source ends the child process.
  for (std::int64_t itemsize = 1; itemsize <= 16; ++itemsize) {
    EXPECT_EXIT(std::_Exit(is_all_right(itemsize) ? 0 : 1), testing::ExitedWithCode(0), "") << "itemsize " << itemsize;
  }
}

void wait_for(const std::atomic<int>& seen, int wanted) {
  for (int polls = 1; seen.load(std::memory_order_acquire) < wanted; ++polls) {
    if (polls % 4096 == 0) {
      std::this_thread::yield();
    }
  }
}

TEST(HostCopy, HasWrittenEverythingBeforeAnythingWrittenAfterIt) {
  // Lines that bypass the caches could arrive after the plain write of `written`, as they often would if both threads
  // run at the same time.
  constexpr int max_rounds = 5000;
  constexpr std::int64_t line = 64;
  for (const std::int64_t size : {128, 256, 512, 4096}) {
    for (const std::int64_t shift : {0, 32, 60}) {
      std::vector<std::byte> source(static_cast<std::size_t>(size));
      std::vector<std::byte> memory(source.size() + 2 * line);
      std::byte* const destination =
          memory.data() + (line - reinterpret_cast<std::intptr_t>(memory.data()) % line) + shift;
      const std::byte* const last_line = destination - shift + (shift + size) / line * line - line;
      const StridedLayout run = StridedLayout::dense({size}, 1);
      const gpu::copy::HostCopy copy =
          gpu::copy::make_host_copy(plan_copy(run, run), {source.data(), destination}, 1, past_caches_bytes);
      ASSERT_TRUE(copy.is_past_caches);
      int outdated = 0;
      alignas(2 * line) std::atomic<int> written = 0;
      alignas(2 * line) std::atomic<int> read = 0;
      std::thread reader([&] {
        for (int round = 1; round <= max_rounds; ++round) {
          wait_for(written, round);
          outdated += *last_line == static_cast<std::byte>(round) ? 0 : 1;
          read.store(round, std::memory_order_release);
        }
      });
      for (int round = 1; round <= max_rounds; ++round) {
        std::memset(source.data(), round % 256, source.size());
        run_tasks(copy, 0, task_count(copy));
        written.store(round, std::memory_order_release);
        wait_for(read, round);
      }
      reader.join();
      EXPECT_EQ(outdated, 0) << "copies of " << size << " bytes, " << shift << " bytes into a line";
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

#include "gpu/threads/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

namespace texelscope::tests {
namespace {

using gpu::WorkerPool;

TEST(WorkerPool, CoversEveryIndexOnce) {
  for (const unsigned threads : {1U, 2U, 7U}) {
    WorkerPool pool{threads};
    for (const std::int64_t count : {0, 1, 2, 100, 10007}) {
      for (const std::int64_t grain : {0, 1, 64, 100000}) {
        std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
        EXPECT_TRUE(pool.for_ranges(count, grain, [&](std::int64_t first, std::int64_t end) {
          for (std::int64_t index = first; index < end; ++index) {
            ++calls[static_cast<std::size_t>(index)];
          }
        }));
        for (const std::atomic<int>& call : calls) {
          ASSERT_EQ(call.load(), 1) << threads << " threads, " << count << " by " << grain;
        }
      }
    }
  }
}

TEST(WorkerPool, UsesAllItsThreads) {
  constexpr int threads = 6;
  WorkerPool pool{threads};
  // Every range waits until all threads run a range: with one thread fewer, it would never end.
  std::atomic<int> arrived{0};
  EXPECT_TRUE(pool.for_ranges(threads, 1, [&](std::int64_t, std::int64_t) {
    ++arrived;
    while (arrived.load() < threads) {
      std::this_thread::yield();
    }
  }));
}

TEST(WorkerPool, ReportsAnExceptionAndSkipsTheRest) {
  WorkerPool pool{1};
  int calls = 0;
  EXPECT_FALSE(pool.for_ranges(100, 1, [&](std::int64_t, std::int64_t) {
    ++calls;
    throw std::runtime_error("stop");
  }));
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(pool.for_ranges(1, 1, [](std::int64_t, std::int64_t) {}));
}

TEST(WorkerPool, AcceptsWorkFromConcurrentThreads) {
  WorkerPool pool{3};
  std::vector<std::thread> callers;
  std::atomic<std::int64_t> sum{0};
  for (int caller = 0; caller < 6; ++caller) {
    callers.emplace_back([&] {
      for (int round = 0; round < 100; ++round) {
        pool.for_ranges(100, 3, [&](std::int64_t first, std::int64_t end) { sum += end - first; });
      }
    });
  }
  for (std::thread& caller : callers) {
    caller.join();
  }
  EXPECT_EQ(sum.load(), 6 * 100 * 100);
}

TEST(WorkerPool, SupportsTheLargestCounts) {
  WorkerPool pool{3};
  constexpr std::int64_t count = std::numeric_limits<std::int64_t>::max() / 2;
  std::atomic<std::int64_t> sum{0};
  EXPECT_TRUE(pool.for_ranges(count, count, [&](std::int64_t first, std::int64_t end) { sum += end - first; }));
  EXPECT_EQ(sum.load(), count);
}

}  // namespace
}  // namespace texelscope::tests

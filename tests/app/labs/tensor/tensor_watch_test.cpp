#include "app/labs/tensor/tensor_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

class TensorWatchTest : public testing::Test {
 protected:
  void look(int revision = 0, bool again = false) {
    watch.look_at({.revision = revision, .view = {}, .goal = {}}, again, [this] {
      ++scans;
      return ValueSet{gpu::StridedMemoryView::from_host(std::as_writable_bytes(std::span{numbers}),
                                                        gpu::StridedLayout({4}, 4), gpu::element_type_of<float>)};
    });
  }
  void advance() { watch.advance(stream); }

  std::array<float, 4> numbers = {1, 2, 3, 4};
  gpu::Stream stream = gpu::Device::open({}).create_stream();
  TensorWatch watch;
  int scans = 0;
};

TEST_F(TensorWatchTest, ScansASubjectOnce) {
  look();
  look();
  advance();
  look();
  EXPECT_EQ(scans, 1);
  ASSERT_TRUE(watch.is_current());
  EXPECT_EQ(watch.result()->summary.count, 4);
  look(1);
  EXPECT_EQ(scans, 2);
}

TEST_F(TensorWatchTest, RestartsAnAbortedScanOnlyForAnotherSubject) {
  look();
  watch.give_up();
  EXPECT_FALSE(watch.is_busy());
  EXPECT_EQ(watch.result(), nullptr);
  look();
  EXPECT_FALSE(watch.is_busy()) << "Escape would only restart the scan";
  look(1);
  EXPECT_TRUE(watch.is_busy());
  watch.give_up();
  look(1, true);
  EXPECT_TRUE(watch.is_busy()) << "live memory is scanned in each frame";
}

TEST_F(TensorWatchTest, CountsAsManyIntegersInEachPart) {
  const auto histogram_of = [&](const std::vector<std::int16_t>& integers) {
    TensorScan scan(
        {gpu::StridedMemoryView::from_host(
            std::as_writable_bytes(std::span{const_cast<std::int16_t*>(integers.data()), integers.size()}),
            gpu::StridedLayout({static_cast<std::int64_t>(integers.size())}, 2), gpu::element_type_of<std::int16_t>)},
        {.bins = 256});
    while (!scan.is_done()) {
      scan.advance(stream);
    }
    return scan.result();
  };
  std::vector<std::int16_t> integers;
  for (int i = 0; i < 16 * 241; ++i) {
    integers.push_back(static_cast<std::int16_t>(10 + i % 241));
  }
  EXPECT_EQ(histogram_of(integers).histogram, ValueCounts(241, 16));
  EXPECT_EQ(histogram_of(integers).histogram_range, (NumberRange{9.5, 250.5}));
  integers.clear();
  for (int i = 0; i < 30'000; ++i) {
    integers.push_back(static_cast<std::int16_t>(i - 15'000));
  }
  const ScanResult many = histogram_of(integers);
  ASSERT_LE(many.histogram.size(), 256U);
  const std::uint64_t step = many.histogram.front();
  EXPECT_EQ(step, 118U) << "30,000 / 256, rounded up";
  EXPECT_TRUE(std::ranges::all_of(many.histogram | std::views::take(many.histogram.size() - 1),
                                  [&](std::uint64_t count) { return count == step; }));
  EXPECT_EQ(histogram_of({7, 7}).histogram.size(), 256U) << "one number";
}

}  // namespace
}  // namespace texelscope::app

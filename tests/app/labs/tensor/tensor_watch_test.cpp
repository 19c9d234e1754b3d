#include "app/labs/tensor/tensor_scan.h"

#include <gtest/gtest.h>

#include <array>
#include <span>

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

}  // namespace
}  // namespace texelscope::app

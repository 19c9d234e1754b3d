#include "app/labs/stream/measured_range.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/app/labs/stream/recorded_calls.h"

namespace texelscope::app {
namespace {

using namespace std::chrono_literals;
using gpu::ActivityRecord;
using gpu::WorkKind;
using tests::call;
using tests::span;

TEST(MeasuredRange, CountsSimultaneousWorkOfStreamsOnce) {
  const std::vector<ActivityRecord> records = {call(1, WorkKind::launch, 0xA0, span(0us, 5us), span(10us, 40us)),
                                               call(1, WorkKind::launch, 0xA0, span(5us, 8us), span(30us, 60us)),
                                               call(1, WorkKind::copy, 0xA0, span(8us, 9us), span(60us, 70us)),
                                               call(1, WorkKind::memory, 0xA0, span(200us, 201us), span(210us, 220us)),
                                               call(1, WorkKind::wait, 0xA0, span(9us, 10us), std::nullopt)};
  const MeasuredRange range = measure_range(records, span(7us, 107us));
  EXPECT_NEAR(range.seconds, 100e-6, 1e-12);
  EXPECT_EQ(range.calls, 3U);
  EXPECT_NEAR(range.kernels, 50e-6, 1e-12);
  EXPECT_NEAR(range.copies, 10e-6, 1e-12);
  EXPECT_EQ(range.waits, 0);
  EXPECT_EQ(to_string(range),
            "100 µs: 2 kernels 50.0 µs (50 %), 1 copy 10.0 µs (10 %), 0 waits 0.00 µs (0 %); the host made 3 calls");
  EXPECT_NEAR(measure_range(records, span(35us, 45us)).kernels, 10e-6, 1e-12) << "only the part in the range counts";
  EXPECT_EQ(measure_range({}, span(5us, 5us)).kernels, 0);
}

}  // namespace
}  // namespace texelscope::app

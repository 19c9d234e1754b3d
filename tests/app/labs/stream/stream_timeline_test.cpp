#include "app/labs/stream/stream_timeline.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "app/device/host_timeline_semaphore.h"
#include "app/text/duration_text.h"
#include "tests/app/labs/stream/recorded_calls.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/external_semaphore.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

using namespace std::chrono_literals;
using gpu::ActivityRecord;
using gpu::CallClock;
using tests::call;
using tests::span;
using tests::zero;

TEST(StreamTimeline, PutsCallsIntoTheLanesOfTheirThreadAndStream) {
  const std::vector<ActivityRecord> records = {
      call(1, WorkKind::launch, 0xB0, span(0us, 5us), span(10us, 40us)),
      call(2, WorkKind::copy, 0xA0, span(5us, 8us), span(12us, 20us)),
      call(3, WorkKind::host, 0xA0, span(8us, 30us), std::nullopt),
  };
  const std::vector<RendererSpan> gl = {{"swap", span(2us, 9us)}};
  const Timeline timeline = make_timeline(records, gl, span(0us, 50us), span(0us, 50us));
  const std::vector<TimelineLane> lanes = {
      {LaneKind::renderer, 0}, {LaneKind::thread, 1}, {LaneKind::stream, 0xB0}, {LaneKind::stream, 0xA0}};
  EXPECT_EQ(timeline.lanes, lanes);
  std::vector<std::tuple<std::size_t, std::uint64_t, std::optional<WorkKind>>> items;
  for (const TimelineItem& item : timeline.items) {
    items.emplace_back(item.lane, item.number, item.kind);
  }
  const std::vector<std::tuple<std::size_t, std::uint64_t, std::optional<WorkKind>>> expected = {
      {0, 0, std::nullopt},   {1, 1, WorkKind::host}, {2, 1, WorkKind::launch},
      {1, 2, WorkKind::host}, {3, 2, WorkKind::copy}, {1, 3, WorkKind::host}};
  EXPECT_EQ(items, expected);
}

TEST(StreamTimeline, ShowsOnlyLanesWithActivity) {
  const std::vector<ActivityRecord> records = {call(1, WorkKind::launch, 0xB0, span(0us, 5us), span(10us, 40us)),
                                               call(2, WorkKind::launch, 0xA0, span(60us, 61us), span(70us, 90us))};
  const Timeline timeline = make_timeline(records, {}, span(65us, 80us), span(65us, 80us));
  ASSERT_EQ(timeline.lanes.size(), 1U);
  EXPECT_EQ(to_string(timeline.lanes[0]), "stream 000a0");
  EXPECT_TRUE(make_timeline({}, {}, span(0us, 1us), span(0us, 1us)).lanes.empty());
  const Timeline longer = make_timeline(records, {}, span(65us, 80us), span(0us, 50us));
  EXPECT_EQ(longer.lanes.size(), 3U) << "the lanes of the longer time remain";
  EXPECT_EQ(longer.items.size(), 1U);
}

TEST(StreamTimeline, NamesStreamsKernelsAndRanges) {
  std::vector<ActivityRecord> records = {call(1, WorkKind::host, 0, span(0us, 1us), std::nullopt),
                                         call(2, WorkKind::host, 0, span(1us, 2us), std::nullopt),
                                         call(3, WorkKind::launch, 0xB0, span(2us, 5us), span(10us, 40us)),
                                         call(4, WorkKind::host, 0, span(41us, 42us), std::nullopt),
                                         call(5, WorkKind::host, 0, span(43us, 44us), std::nullopt),
                                         call(6, WorkKind::host, 0, span(45us, 46us), std::nullopt)};
  records[0].name = records[1].name = "nvtxRangePushA";
  records[0].arguments = "name=frame 7";
  records[1].arguments = "name=shade";
  records[2].stream_name = "scene";
  records[2].launch = {.kernel = "Shade<Pixel>"};
  // The last record ends a range that the log has discarded.
  records[3].name = records[4].name = records[5].name = "nvtxRangePop";
  const Timeline timeline = make_timeline(records, {}, span(0us, 50us), span(0us, 50us));
  std::vector<std::string> lanes;
  for (const TimelineLane& lane : timeline.lanes) {
    lanes.push_back(to_string(lane));
  }
  EXPECT_EQ(lanes, (std::vector<std::string>{"ranges 1", "thread 1", "scene"}));
  std::vector<std::string> names;
  for (const TimelineItem& item : timeline.items) {
    if (item.lane != 1) {
      names.emplace_back(item.name);
    }
  }
  EXPECT_EQ(names, (std::vector<std::string>{"Shade<Pixel>", "frame 7", "shade"}))
      << "the inner range is drawn above the outer one";
  EXPECT_EQ(timeline.items.back().time.end, zero + 42us);
  EXPECT_EQ(without_namespaces("app::(anonymous namespace)::Shade<app::Pixel>"), "Shade<Pixel>");
}

TEST(StreamTimeline, DrawsAnArrowFromARecordToItsWait) {
  std::vector<ActivityRecord> records = {call(7, WorkKind::record, 0xA0, span(0us, 1us), span(20us, 21us)),
                                         call(8, WorkKind::wait, 0xB0, span(1us, 2us), span(3us, 25us)),
                                         call(9, WorkKind::wait, 0xB0, span(2us, 3us), span(26us, 27us))};
  records[1].waits_for = 7;
  // The second wait is for a record that has been discarded.
  records[2].waits_for = 3;
  const Timeline timeline = make_timeline(records, {}, span(0us, 50us), span(0us, 50us));
  ASSERT_EQ(timeline.arrows.size(), 1U);
  const TimelineArrow& arrow = timeline.arrows[0];
  EXPECT_EQ(timeline.lanes[arrow.from_lane].id, 0xA0U);
  EXPECT_EQ(timeline.lanes[arrow.to_lane].id, 0xB0U);
  EXPECT_EQ(arrow.from, zero + 21us);
  EXPECT_EQ(arrow.to, zero + 25us);
  EXPECT_EQ(arrow.record, 7U);
  EXPECT_EQ(arrow.wait, 8U);
}

TEST(StreamTimeline, ShowsSemaphoresAsWaitsAndRecordsOfTheirStream) {
  const auto profiler = std::make_shared<gpu::StreamProfiler>();
  profiler->set_on(true);
  const gpu::Device device = gpu::Device::open({gpu::DeviceKind::cpu, 0}, {.stream_profiler = profiler});
  const gpu::Stream stream = device.create_stream();
  const auto values = std::make_shared<HostTimelineSemaphore>();
  const gpu::ExternalSemaphore semaphore = gpu::ExternalSemaphore::from_host_timeline(device, values);
  values->signal(1);
  semaphore.wait(stream, 1);
  semaphore.signal(stream, 2);
  stream.synchronize();
  const std::vector<ActivityRecord> records = profiler->records();
  const CallClock::time_point now = CallClock::now();
  const Timeline timeline = make_timeline(records, {}, {now - 1h, now + 1h}, {now, now});
  std::vector<std::optional<WorkKind>> kinds;
  for (const TimelineItem& item : timeline.items) {
    if (timeline.lanes[item.lane].kind == LaneKind::stream) {
      kinds.push_back(item.kind);
    }
  }
  EXPECT_EQ(kinds, (std::vector<std::optional<WorkKind>>{WorkKind::wait, WorkKind::record}));
}

TEST(TimeView, ZoomsAtAPlaceAndPans) {
  TimeView view{zero, 1.0};
  const CallClock::time_point kept = view.time_at(0.25);
  zoom(view, 0.5, 0.25);
  EXPECT_DOUBLE_EQ(view.seconds, 0.5);
  EXPECT_NEAR(view.position(kept), 0.25, 1e-6);
  pan(view, 0.5);
  EXPECT_NEAR(view.position(kept), -0.25, 1e-6);
  for (int i = 0; i < 100; ++i) {
    zoom(view, 0.5, 0.5);
  }
  EXPECT_EQ(view.seconds, shortest_view_seconds);
  for (int i = 0; i < 100; ++i) {
    zoom(view, 2, 0.5);
  }
  EXPECT_EQ(view.seconds, longest_view_seconds);
}

TEST(TimeView, ShowsASpanWithAMargin) {
  const TimeView view = view_of(span(0us, 1000us));
  EXPECT_NEAR(view.position(zero), 0.037, 1e-3);
  EXPECT_NEAR(view.position(zero + 1000us), 0.963, 1e-3);
}

TEST(TimeView, MarksItsAxisAtRoundTimes) {
  EXPECT_DOUBLE_EQ(mark_distance(1.0, 10), 0.1);
  EXPECT_DOUBLE_EQ(mark_distance(1.0, 7), 0.2);
  EXPECT_DOUBLE_EQ(mark_distance(0.003, 10), 0.0005);
  EXPECT_EQ(duration_text(1.234e-3), "1.23 ms");
  EXPECT_EQ(duration_text(18e-6), "18.0 µs");
  EXPECT_EQ(duration_text(2.1), "2.10 s");
  EXPECT_EQ(duration_text(-0.25), "-250 ms");
  EXPECT_EQ(mark_text(-0.05), "−50 ms");
  EXPECT_EQ(mark_text(3 * 0.1), "300 ms") << "3 * 0.1 differs from 0.3 in binary";
  EXPECT_EQ(mark_text(0), "0");
}

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

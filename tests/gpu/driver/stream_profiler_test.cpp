#include "texelscope/gpu/stream_profiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gpu/driver/driver_decorator.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/json_schema.h"
#include "tests/support/trace_event_schema.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/named_range.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::gpu {
namespace {

using namespace std::chrono_literals;

/// A device whose stream profiler is on.
class StreamProfilerOnEach : public testing::TestWithParam<DeviceId> {
 protected:
  void SetUp() override {
    profiler->set_on(true);
    live_objects = std::make_shared<LiveObjects>();
    device = Device::open(GetParam(), {.observers = {live_objects}, .diagnostics = {}, .stream_profiler = profiler});
  }

  /// The records of calls with this name.
  [[nodiscard]] std::vector<ActivityRecord> named(std::string_view name) const {
    std::vector<ActivityRecord> found = profiler->records();
    std::erase_if(found, [name](const ActivityRecord& record) { return record.name != name; });
    return found;
  }

  std::shared_ptr<StreamProfiler> profiler = std::make_shared<StreamProfiler>();
  std::shared_ptr<LiveObjects> live_objects;
  std::optional<Device> device;
};
TEXELSCOPE_INSTANTIATE_FOR_DEVICES(StreamProfilerOnEach);

TEST_P(StreamProfilerOnEach, RecordsWhenAStreamReachedEachCall) {
  const Stream stream = device->create_stream();
  const Buffer buffer = device->allocate(std::size_t{8} << 20, stream);
  const auto before = CallClock::now();
  for (int i = 0; i < 5; ++i) {
    buffer.fill(std::byte{7}, stream);
  }
  stream.synchronize();
  const auto after = CallClock::now();
  const std::vector<ActivityRecord> fills = named("cuMemsetD8Async");
  ASSERT_EQ(fills.size(), 5U);
  // The accuracy of the relation between the two clocks.
  constexpr auto doubt = 2ms;
  for (std::size_t i = 0; i < fills.size(); ++i) {
    const ActivityRecord& fill = fills[i];
    ASSERT_TRUE(fill.device) << i;
    EXPECT_EQ(fill.stream, stream.handle());
    EXPECT_EQ(fill.status, Status::success);
    EXPECT_LE(fill.host.start, fill.host.end);
    EXPECT_LE(fill.device->start, fill.device->end);
    EXPECT_GE(fill.device->start, before - doubt);
    EXPECT_LE(fill.device->end, after + doubt);
    EXPECT_NE(fill.arguments.find("value=7, count=8388608"), std::string::npos) << fill.arguments;
    if (i > 0) {
      EXPECT_EQ(fill.number, fills[i - 1].number + 1);
      EXPECT_GE(fill.device->start, fills[i - 1].device->end - 10us) << i;
    }
  }
}

TEST_P(StreamProfilerOnEach, RecordsTheEventRecordOfEachWait) {
  const Stream producer = device->create_stream();
  const Stream consumer = device->create_stream();
  const Event event = device->create_event({});
  producer.record(event);
  consumer.wait(event);
  producer.record(event);
  consumer.wait(event);
  const Event unrecorded = device->create_event({});
  consumer.wait(unrecorded);
  device->synchronize();
  const std::vector<ActivityRecord> records = named("cuEventRecord");
  const std::vector<ActivityRecord> waits = named("cuStreamWaitEvent");
  ASSERT_EQ(records.size(), 2U);
  ASSERT_EQ(waits.size(), 3U);
  EXPECT_EQ(waits[0].waits_for, records[0].number);
  EXPECT_EQ(waits[1].waits_for, records[1].number);
  EXPECT_EQ(waits[2].waits_for, 0U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(waits[i].event, event.handle());
    EXPECT_EQ(waits[i].stream, consumer.handle());
    ASSERT_TRUE(waits[i].device && records[i].device);
    EXPECT_GE(waits[i].device->end, records[i].device->start - 10us) << i;
  }
}

TEST_P(StreamProfilerOnEach, NamesTheStreamOfEachCall) {
  profiler->set_on(false);
  const Stream stream = device->create_stream("upload");
  const Stream other = device->create_stream();
  const Buffer buffer = device->allocate(64, stream);
  const Buffer buffer_of_other = device->allocate(64, other);
  profiler->set_on(true);
  buffer.fill(std::byte{1}, stream);
  buffer_of_other.fill(std::byte{1}, other);
  stream.set_name("second name");
  buffer.fill(std::byte{1}, stream);
  stream.set_name("");
  buffer.fill(std::byte{1}, stream);
  device->synchronize();
  std::vector<std::string> names;
  for (const ActivityRecord& fill : named("cuMemsetD8Async")) {
    names.push_back(fill.stream_name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"upload", "", "second name", ""}));
}

TEST_P(StreamProfilerOnEach, WritesATimelineThatViewersOpen) {
  const Stream producer = device->create_stream("producer");
  const Stream consumer = device->create_stream("consumer");
  const Event event = device->create_event({});
  const Buffer buffer = device->allocate(64, producer);
  {
    const NamedRange range{*device, "work"};
    buffer.fill(std::byte{1}, producer);
    producer.record(event);
    consumer.wait(event);
    buffer.fill(std::byte{2}, consumer);
  }
  device->synchronize();
  const auto now = CallClock::now();
  const std::vector<TraceSpan> spans = {{.lane = "renderer", .name = "draw", .start = now, .end = now}};
  std::ostringstream out;
  write_chrome_json(profiler->records(), spans, out);
  const nlohmann::json json = nlohmann::json::parse(out.str());
  EXPECT_EQ(tests::schema_errors(tests::trace_event_schema(), json), std::vector<std::string>{});
  std::map<std::pair<int, int>, std::string> lanes;
  std::map<std::string, std::vector<std::string>> events_of_lane;
  std::map<std::string, std::pair<std::string, double>> arrow;
  for (const auto& each : json.at("traceEvents")) {
    const std::pair<int, int> lane{each.at("pid"), each.at("tid")};
    if (each.at("name") == "thread_name") {
      lanes[lane] = each.at("args").at("name");
    } else if (each.at("ph") == "X") {
      events_of_lane[lanes.at(lane)].push_back(each.at("name"));
    } else if (each.at("ph") != "M") {
      arrow[each.at("ph")] = {lanes.at(lane), each.at("ts")};
    }
  }
  const auto lane_of = [](const char* name, const Stream& stream) {
    return fmt::format("{}, stream {:#x}", name, stream.handle().value);
  };
  EXPECT_EQ(events_of_lane[lane_of("consumer", consumer)],
            (std::vector<std::string>{"cuStreamWaitEvent", "cuMemsetD8Async"}));
  EXPECT_EQ(events_of_lane["renderer"], std::vector<std::string>{"draw"});
  EXPECT_EQ(arrow["s"].first, lane_of("producer", producer));
  EXPECT_EQ(arrow["f"].first, lane_of("consumer", consumer));
  EXPECT_LE(arrow["s"].second, arrow["f"].second);
}

TEST_P(StreamProfilerOnEach, RecordsNothingWhileItIsOff) {
  const Stream stream = device->create_stream();
  const Buffer buffer = device->allocate(64, stream);
  profiler->set_on(false);
  profiler->clear();
  buffer.fill(std::byte{1}, stream);
  stream.synchronize();
  EXPECT_TRUE(profiler->records().empty());
  profiler->set_on(true);
  buffer.fill(std::byte{2}, stream);
  stream.synchronize();
  EXPECT_EQ(profiler->records().size(), 2U);
}

TEST_P(StreamProfilerOnEach, RecordsFailedCallsAndCallsWithoutAStream) {
  const Stream stream = device->create_stream();
  EXPECT_THROW(static_cast<void>(device->allocate(std::size_t{1} << 60, stream)), DriverError);
  const std::vector<ActivityRecord> allocations = named("cuMemAllocAsync");
  ASSERT_EQ(allocations.size(), 1U);
  EXPECT_EQ(allocations[0].status, Status::out_of_memory);
  EXPECT_FALSE(allocations[0].device);
  const std::vector<ActivityRecord> streams = named("cuStreamCreate");
  ASSERT_EQ(streams.size(), 1U);
  EXPECT_FALSE(streams[0].stream);
  EXPECT_FALSE(streams[0].device);
}

TEST_P(StreamProfilerOnEach, HidesItsOwnEventsFromObservers) {
  const std::size_t before = live_objects->count();
  const Stream stream = device->create_stream();
  const Buffer buffer = device->allocate(64, stream);
  buffer.fill(std::byte{1}, stream);
  stream.synchronize();
  EXPECT_EQ(live_objects->count(), before + 2);
  EXPECT_TRUE(named("cuEventCreate").empty());
}

TEST_P(StreamProfilerOnEach, KeepsOnlyTheLastCalls) {
  const auto few = std::make_shared<StreamProfiler>(3);
  few->set_on(true);
  const Device other = Device::open(GetParam(), {.observers = {}, .diagnostics = {}, .stream_profiler = few});
  const Stream stream = other.create_stream();
  const Buffer buffer = other.allocate(64, stream);
  for (int i = 0; i < 10; ++i) {
    buffer.fill(std::byte{1}, stream);
  }
  stream.synchronize();
  const std::vector<ActivityRecord> kept = few->records();
  ASSERT_EQ(kept.size(), 3U);
  EXPECT_EQ(kept[2].name, "cuStreamSynchronize");
  EXPECT_EQ(kept[1].number + 1, kept[2].number);
  EXPECT_TRUE(kept[1].device);
  EXPECT_EQ(few->records_from(kept[1].number).size(), 2U);
}

TEST_P(StreamProfilerOnEach, ReadsWhileOtherThreadsWork) {
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this] {
      const Stream stream = device->create_stream();
      const Buffer buffer = device->allocate(4096, stream);
      for (int turn = 0; turn < 100; ++turn) {
        buffer.fill(std::byte{3}, stream);
      }
      stream.synchronize();
    });
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_LE(profiler->records().size(), 8192U);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  const std::vector<ActivityRecord> fills = named("cuMemsetD8Async");
  ASSERT_EQ(fills.size(), 400U);
  EXPECT_TRUE(std::ranges::all_of(fills, [](const ActivityRecord& fill) { return fill.device.has_value(); }));
}

TEST_P(StreamProfilerOnEach, AnswersAfterTheDeviceIsClosed) {
  {
    const Stream stream = device->create_stream();
    const Buffer buffer = device->allocate(64, stream);
    buffer.fill(std::byte{1}, stream);
    stream.synchronize();
  }
  device.reset();
  EXPECT_EQ(live_objects->count(), 0U);
  const std::vector<ActivityRecord> fills = named("cuMemsetD8Async");
  ASSERT_EQ(fills.size(), 1U);
  EXPECT_TRUE(fills[0].device);
}

Device profiled_device(const std::shared_ptr<tests::FakeScript>& script,
                       const std::shared_ptr<StreamProfiler>& profiler) {
  profiler->set_on(true);
  return Device{std::make_shared<DeviceBox>(
      DeviceId{}, driver::profile(std::make_unique<tests::FakeDriver>(script), profiler), DiagnosticHandler{})};
}

TEST(StreamProfiler, DestroysEveryEventThatItCreated) {
  const auto script = std::make_shared<tests::FakeScript>();
  {
    const Device device = profiled_device(script, std::make_shared<StreamProfiler>());
    const Stream stream = device.create_stream();
    const Buffer buffer = device.allocate(64, stream);
    // The fills never complete, so the events around them are kept until the device is destroyed.
    script->answers["cuEventQuery"] = Status::not_ready;
    buffer.fill(std::byte{1}, stream);
    buffer.fill(std::byte{1}, stream);
  }
  EXPECT_GE(script->count("cuEventCreate"), 4U);
  EXPECT_EQ(script->count("cuEventDestroy"), script->count("cuEventCreate"));
  EXPECT_EQ(script->count("cuStreamDestroy"), script->count("cuStreamCreate"));
  EXPECT_NE(script->last().find("cuDevicePrimaryCtxRelease"), std::string::npos);
}

TEST(StreamProfiler, IgnoresCallsThatCannotBeTimed) {
  const auto script = std::make_shared<tests::FakeScript>();
  const auto profiler = std::make_shared<StreamProfiler>();
  const Device device = profiled_device(script, profiler);
  const Stream stream = device.create_stream();
  script->answers["cuEventCreate"] = Status::out_of_memory;
  const Buffer buffer = device.allocate(64, stream);
  const ActivityRecord allocation = profiler->records().back();
  EXPECT_EQ(allocation.name, "cuMemAllocAsync");
  EXPECT_EQ(allocation.status, Status::success);
  EXPECT_FALSE(allocation.device);
}

TEST(StreamProfiler, RejectsACapacityOfZero) { EXPECT_THROW(StreamProfiler{0}, InvalidArgument); }

}  // namespace
}  // namespace texelscope::gpu

#include "texelscope/gpu/trace.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "tests/support/fake_driver.h"
#include "tests/support/json_schema.h"
#include "tests/support/trace_event_schema.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {
namespace {

using tests::FakeDevice;

std::vector<std::string> names(const Trace& trace) {
  std::vector<std::string> all;
  for (const TraceRecord& record : trace.records()) {
    all.emplace_back(record.name);
  }
  return all;
}

nlohmann::json written(const Trace& trace) {
  std::ostringstream out;
  trace.write_chrome_json(out);
  return nlohmann::json::parse(out.str());
}

TEST(Trace, RecordsEachCallInOrder) {
  const auto trace = std::make_shared<Trace>();
  FakeDevice fake({}, {trace});
  const Stream stream = fake.device->create_stream();
  stream.synchronize();
  EXPECT_EQ(names(*trace), (std::vector<std::string>{"cuDevicePrimaryCtxRetain", "cuDeviceGetAttribute",
                                                     "cuStreamCreate", "cuStreamSynchronize"}));
  const TraceRecord last = trace->records().back();
  EXPECT_EQ(last.arguments, "stream=0x100");
  EXPECT_EQ(last.stream, stream.handle());
  EXPECT_EQ(last.status, Status::success);
  EXPECT_GE(last.start_ns, trace->records().front().end_ns);
  EXPECT_GE(last.end_ns, last.start_ns);
}

TEST(Trace, KeepsTheLastCallsAndCountsTheDroppedOnes) {
  const auto trace = std::make_shared<Trace>(3);
  FakeDevice fake({}, {trace});
  const Stream stream = fake.device->create_stream();
  fake.device->synchronize();
  stream.synchronize();
  EXPECT_EQ(names(*trace), (std::vector<std::string>{"cuStreamCreate", "cuCtxSynchronize", "cuStreamSynchronize"}));
  EXPECT_EQ(trace->dropped(), 2U);
  trace->clear();
  EXPECT_TRUE(trace->records().empty());
  EXPECT_EQ(trace->dropped(), 0U);
  fake.device->synchronize();
  EXPECT_EQ(names(*trace), (std::vector<std::string>{"cuCtxSynchronize"}));
}

TEST(Trace, RejectsACapacityOfZero) { EXPECT_THROW(Trace{0}, InvalidArgument); }

TEST(Trace, WritesOneLaneForEachStreamAndEachThread) {
  const auto trace = std::make_shared<Trace>();
  FakeDevice fake({}, {trace});
  const Stream first = fake.device->create_stream();
  const Stream second = fake.device->create_stream();
  first.synchronize();
  second.synchronize();
  first.synchronize();
  std::thread{[&] { fake.device->synchronize(); }}.join();

  const nlohmann::json json = written(*trace);
  std::map<std::pair<int, int>, std::string> lane_names;
  std::map<std::string, std::set<std::string>> calls_of_lane;
  for (const auto& event : json.at("traceEvents")) {
    const std::pair<int, int> lane{event.at("pid"), event.at("tid")};
    if (event.at("ph") == "M" && event.at("name") == "thread_name") {
      EXPECT_TRUE(lane_names.emplace(lane, event.at("args").at("name")).second) << "a lane is named once";
    } else if (event.at("ph") == "X") {
      ASSERT_TRUE(lane_names.contains(lane)) << "a lane is named before it is used";
      EXPECT_GE(event.at("dur").get<double>(), 0);
      EXPECT_GE(event.at("ts").get<double>(), 0);
      calls_of_lane[lane_names[lane]].insert(event.at("name").get<std::string>());
    }
  }
  EXPECT_EQ(lane_names.size(), 4U) << "two streams, two threads";
  EXPECT_EQ(calls_of_lane.at("stream 0x100"), std::set<std::string>{"cuStreamSynchronize"});
  EXPECT_EQ(calls_of_lane.at("stream 0x101"), std::set<std::string>{"cuStreamSynchronize"});
}

TEST(Trace, NamesTheLanesOfStreamsThatHaveNames) {
  const auto trace = std::make_shared<Trace>(2);
  FakeDevice fake({}, {trace});
  const Stream stream = fake.device->create_stream("first name");
  stream.set_name("upload");
  stream.synchronize();
  stream.synchronize();
  std::vector<std::string> lanes;
  const nlohmann::json json = written(*trace);
  for (const auto& event : json.at("traceEvents")) {
    if (event.at("name") == "thread_name") {
      lanes.push_back(event.at("args").at("name"));
    }
  }
  EXPECT_EQ(lanes, std::vector<std::string>{"upload, stream 0x100"})
      << "the lane has its name even if the call that names it is dropped";
}

TEST(Trace, WritesValidJsonForAnyArguments) {
  const auto trace = std::make_shared<Trace>();
  FakeDevice fake({}, {trace});
  const Stream stream = fake.device->create_stream();
  const kernels::KernelEntry entry{"a \"quoted\" \\ name\n with \x01 and \xff", nullptr, nullptr, 1};
  kernels::launch_entry(stream, entry, {1, 1, 1}, &entry);
  const nlohmann::json json = written(*trace);
  const std::string arguments = json.at("traceEvents").back().at("args").at("arguments");
  EXPECT_NE(arguments.find("a \"quoted\" \\ name\n with \x01"), std::string::npos) << arguments;
}

TEST(Trace, ReportsFailedCallsAndTheNumberOfDroppedOnes) {
  const auto trace = std::make_shared<Trace>(2);
  FakeDevice fake({}, {trace});
  fake.script->answers["cuCtxSynchronize"] = Status::launch_failed;
  EXPECT_THROW(fake.device->synchronize(), DriverError);
  const nlohmann::json json = written(*trace);
  EXPECT_EQ(json.at("traceEvents").back().at("args").at("status"), "CUDA_ERROR_LAUNCH_FAILED (719)");
  EXPECT_EQ(json.at("otherData").at("dropped_calls"), 1);
}

TEST(Trace, FollowsTheTraceEventFormat) {
  const auto trace = std::make_shared<Trace>();
  FakeDevice fake({}, {trace});
  const Stream stream = fake.device->create_stream();
  stream.synchronize();
  fake.script->answers["cuCtxSynchronize"] = Status::launch_failed;
  EXPECT_THROW(fake.device->synchronize(), DriverError);
  const auto now = CallClock::now();
  trace->add({.lane = "GL", .name = "glTextureStorage2D", .failure = "GL_OUT_OF_MEMORY", .start = now, .end = now});
  const nlohmann::json json = written(*trace);
  EXPECT_EQ(tests::schema_errors(tests::trace_event_schema(), json), std::vector<std::string>{});
}

TEST(TraceEventSchema, RejectsWhatViewersReject) {
  const auto errors = [](const char* events) {
    return tests::schema_errors(tests::trace_event_schema(), {{"traceEvents", nlohmann::json::parse(events)}}).size();
  };
  EXPECT_EQ(errors(R"([{"ph": "X", "name": "a", "cat": "c", "pid": 1, "tid": 1, "ts": 0.5, "dur": 0}])"), 0U);
  EXPECT_GT(errors(R"([{"ph": "X", "name": "a", "cat": "c", "pid": 1, "tid": 1, "dur": 0}])"), 0U) << "no time";
  EXPECT_GT(errors(R"([{"ph": "X", "name": "a", "cat": "c", "pid": 1, "tid": 1, "ts": -1, "dur": 0}])"), 0U);
  EXPECT_GT(errors(R"([{"ph": "X", "name": "a", "cat": "c", "pid": "1", "tid": 1, "ts": 1, "dur": 0}])"), 0U);
  EXPECT_GT(errors(R"([{"ph": "Q", "name": "a", "cat": "c", "pid": 1, "tid": 1, "ts": 1, "dur": 0}])"), 0U);
  EXPECT_GT(errors(R"([{"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {}}])"), 0U) << "no name";
  EXPECT_GT(errors(R"({})"), 0U) << "no list";
}

TEST(Trace, PutsOtherSpansIntoSeparateLanes) {
  const auto trace = std::make_shared<Trace>();
  FakeDevice fake({}, {trace});
  const auto start = CallClock::now();
  trace->add({.lane = "GL", .name = "eglInitialize", .start = start, .end = start + std::chrono::microseconds(5)});
  const TraceRecord record = trace->records().back();
  EXPECT_EQ(record.name, "eglInitialize");
  EXPECT_EQ(record.lane, "GL");
  EXPECT_EQ(record.end_ns - record.start_ns, 5000);
  EXPECT_EQ(record.status, Status::success);
  const nlohmann::json events = written(*trace).at("traceEvents");
  const nlohmann::json& lane = events.at(events.size() - 2);
  EXPECT_EQ(events.back().at("name"), "eglInitialize");
  EXPECT_DOUBLE_EQ(events.back().at("dur").get<double>(), 5);
  EXPECT_EQ(lane.at("ph"), "M");
  EXPECT_TRUE(lane.at("args").at("name").get<std::string>().starts_with("GL")) << lane;
  EXPECT_EQ(lane.at("tid"), events.back().at("tid"));
}

TEST(Trace, KeepsTheLastCallsOfManyBlocks) {
  // More than one block of the ring, and not a multiple of it.
  constexpr std::size_t capacity = 5000;
  Trace trace(capacity);
  const auto start = CallClock::now();
  for (int i = 0; i < 13'000; ++i) {
    trace.add({.lane = "lane", .name = "span", .start = start, .end = start + std::chrono::nanoseconds(i)});
  }
  const std::vector<TraceRecord> records = trace.records();
  ASSERT_EQ(records.size(), capacity);
  for (std::size_t i = 0; i < capacity; ++i) {
    ASSERT_EQ(records[i].end_ns - records[i].start_ns, static_cast<std::int64_t>(8000 + i)) << "record " << i;
  }
  EXPECT_EQ(trace.dropped(), 8000U);
}

TEST(Trace, RecordsCallsFromConcurrentThreads) {
  const auto trace = std::make_shared<Trace>(100);
  FakeDevice fake({}, {trace});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int call = 0; call < 100; ++call) {
        fake.device->synchronize();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(trace->records().size(), 100U);
  EXPECT_EQ(trace->dropped(), 302U);
}

}  // namespace
}  // namespace texelscope::gpu

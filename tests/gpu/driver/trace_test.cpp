#include "texelscope/gpu/trace.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "tests/support/fake_driver.h"
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

TEST(Trace, NeedsRoomForACall) { EXPECT_THROW(Trace{0}, InvalidArgument); }

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

TEST(Trace, WritesValidJsonWhateverTheArgumentsHold) {
  const auto trace = std::make_shared<Trace>();
  FakeDevice fake({}, {trace});
  const Stream stream = fake.device->create_stream();
  const kernels::KernelEntry entry{"a \"quoted\" \\ name\n with \x01 and \xff", nullptr, nullptr, 1};
  kernels::launch_entry(stream, entry, {1, 1, 1}, &entry);
  const nlohmann::json json = written(*trace);
  const std::string arguments = json.at("traceEvents").back().at("args").at("arguments");
  EXPECT_NE(arguments.find("a \"quoted\" \\ name\n with \x01"), std::string::npos) << arguments;
}

TEST(Trace, SaysWhichCallsFailedAndHowManyWereDropped) {
  const auto trace = std::make_shared<Trace>(2);
  FakeDevice fake({}, {trace});
  fake.script->answers["cuCtxSynchronize"] = Status::launch_failed;
  EXPECT_THROW(fake.device->synchronize(), DriverError);
  const nlohmann::json json = written(*trace);
  EXPECT_EQ(json.at("traceEvents").back().at("args").at("status"), "CUDA_ERROR_LAUNCH_FAILED (719)");
  EXPECT_EQ(json.at("otherData").at("dropped_calls"), 1);
}

TEST(Trace, TakesCallsFromManyThreadsAtOnce) {
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

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {
namespace {

using std::chrono::milliseconds;

class StreamOptionsOnEach : public tests::DeviceTest {};

TEST_P(StreamOptionsOnEach, MatchTheCreatedStream) {
  const Stream urgent = device().create_stream({.priority = -1, .name = "urgent"});
  EXPECT_EQ(urgent.priority(), device().id().kind == DeviceKind::cpu ? 0 : -1);
  EXPECT_FALSE(urgent.is_blocking());
  const Stream blocking = device().create_stream({.is_blocking = true});
  EXPECT_TRUE(blocking.is_blocking());
  EXPECT_TRUE(device().default_stream().is_blocking());
  EXPECT_FALSE(stream().is_blocking());
}

TEST_P(StreamOptionsOnEach, CallTheHostInTheOrderOfTheWork) {
  const Buffer buffer = device().allocate_pinned(1 << 20);
  std::vector<int> seen;
  for (int value = 1; value <= 5; ++value) {
    buffer.fill(static_cast<std::byte>(value), stream());
    stream().then([&seen, &buffer] {
      seen.push_back(std::to_integer<int>(buffer.host_bytes().back()));
      std::this_thread::sleep_for(milliseconds(5));
    });
  }
  stream().synchronize();
  EXPECT_EQ(seen, (std::vector{1, 2, 3, 4, 5}));
}

TEST_P(StreamOptionsOnEach, RethrowAFunctionsExceptionOnce) {
  stream().then([] { throw std::runtime_error("out of paper"); });
  stream().then([] { throw std::runtime_error("the second"); });
  try {
    stream().synchronize();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "out of paper");
  }
  stream().synchronize();
  EXPECT_THROW(stream().then({}), InvalidArgument);
}

TEST_P(StreamOptionsOnEach, CallTheHostForAClosedStream) {
  std::atomic<bool> is_called = false;
  {
    const Stream closed = device().create_stream();
    closed.then([&] {
      std::this_thread::sleep_for(milliseconds(10));
      is_called = true;
      throw std::runtime_error("the error is not reported");
    });
  }
  device().synchronize();
  EXPECT_TRUE(is_called);
}

TEST_P(StreamOptionsOnEach, RefuseToCallTheHostFromARecording) {
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  const Stream& recorded = builder;
  EXPECT_THROW(recorded.then([] {}), InvalidState);
  builder.end();
}

TEST_P(StreamOptionsOnEach, MakeAStreamWaitForAnother) {
  const Stream first = device().create_stream();
  const Stream then = device().create_stream();
  std::vector<int> order;
  first.then([&] {
    std::this_thread::sleep_for(milliseconds(30));
    order.push_back(1);
  });
  then.wait(first);
  then.then([&] { order.push_back(2); });
  const Event done = then.record({.is_blocking = true});
  done.synchronize();
  EXPECT_EQ(order, (std::vector{1, 2}));
  first.synchronize();
}

TEST_P(StreamOptionsOnEach, OrderBlockingStreamsWithTheDefaultOne) {
  const Stream blocking = device().create_stream({.is_blocking = true});
  const Stream all = device().default_stream();
  const Buffer buffer = device().allocate_pinned(64);
  std::vector<int> order;
  blocking.then([&] {
    std::this_thread::sleep_for(milliseconds(20));
    order.push_back(1);
  });
  all.then([&] {
    std::this_thread::sleep_for(milliseconds(20));
    order.push_back(2);
  });
  blocking.then([&] { order.push_back(3); });
  blocking.synchronize();
  all.synchronize();
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST_P(StreamOptionsOnEach, LeaveOtherStreamsAlone) {
  const Stream all = device().default_stream();
  std::atomic<bool> goes_on = false;
  all.then([&] {
    while (!goes_on) {
      std::this_thread::sleep_for(milliseconds(1));
    }
  });
  const Buffer buffer = device().allocate_pinned(64);
  buffer.fill(std::byte{1}, stream());
  stream().synchronize();
  goes_on = true;
  all.synchronize();
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(StreamOptionsOnEach);

}  // namespace
}  // namespace texelscope::gpu

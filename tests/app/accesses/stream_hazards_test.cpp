#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/accesses/kernel_arguments.h"
#include "tests/app/accesses/recorded_kernel.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/stream.h"

// Order between launches: streams, events, the host, and graphs.
namespace texelscope::app {
namespace {

using tests::CheckedDevice;
using tests::Numbers;

/// Two buffers of 8 ints, and kernels that write one and copy it into the other.
struct Pipeline {
  CheckedDevice checked{};
  gpu::Buffer a = checked.memory(64);
  gpu::Buffer b = checked.memory(64);
  Numbers arguments{a.handle().value, b.handle().value};
  gpu::RuntimeKernel produce = checked.compile("int* a; int* b;", "a[i.x] = a[i.x] + i.x + 1;\n");
  gpu::RuntimeKernel consume = checked.compile("int* a; int* b;", "b[i.x + 8 * i.y] = a[i.x];\n");
  const gpu::Stream& first = *checked.stream;
  gpu::Stream second = checked.device->create_stream();
  gpu::Stream third = checked.device->create_stream();

  void launch(const gpu::RuntimeKernel& kernel, const gpu::Stream& stream) const {
    kernel.launch(stream, {8, 1, 1}, arguments);
  }
  /// Makes work on `after` wait for earlier work on `before`.
  void order(const gpu::Stream& before, const gpu::Stream& after) const {
    const gpu::Event event = checked.device->create_event({});
    before.record(event);
    after.wait(event);
  }
  [[nodiscard]] std::vector<std::string> hazards() const {
    checked.device->synchronize();
    return checked.hazards();
  }
};

TEST(StreamHazards, RememberTheReadersOfTwoStreams) {
  Pipeline pipe;
  pipe.launch(pipe.produce, pipe.first);
  pipe.order(pipe.first, pipe.second);
  pipe.order(pipe.first, pipe.third);
  const gpu::Buffer c = pipe.checked.memory(64);
  pipe.launch(pipe.consume, pipe.second);
  pipe.consume.launch(pipe.third, {8, 1, 1}, Numbers{pipe.a.handle().value, c.handle().value});
  // The producer waits for one consumer only, the later one.
  pipe.order(pipe.third, pipe.first);
  pipe.launch(pipe.produce, pipe.first);
  const std::vector<std::string> hazards = pipe.hazards();
  ASSERT_EQ(hazards.size(), 1U) << testing::PrintToString(hazards);
  EXPECT_NE(hazards[0].find("unordered-streams"), std::string::npos) << hazards[0];
  EXPECT_NE(hazards[0].find("launch 1 "), std::string::npos) << hazards[0];
  EXPECT_NE(hazards[0].find("launch 3 "), std::string::npos) << hazards[0];
}

TEST(StreamHazards, NameOnlyTheLaunchThatIsNotOrdered) {
  const Pipeline pipe;
  const gpu::Buffer c = pipe.checked.memory(64);
  pipe.launch(pipe.produce, pipe.first);
  pipe.order(pipe.first, pipe.second);
  pipe.launch(pipe.consume, pipe.second);
  pipe.consume.launch(pipe.third, {8, 1, 1}, Numbers{pipe.a.handle().value, c.handle().value});
  const std::vector<std::string> hazards = pipe.hazards();
  ASSERT_EQ(hazards.size(), 1U) << testing::PrintToString(hazards);
  EXPECT_NE(hazards[0].find("launch 2 "), std::string::npos) << hazards[0];
}

TEST(StreamHazards, AcceptAnOrderThroughAThirdStream) {
  const Pipeline pipe;
  pipe.launch(pipe.produce, pipe.first);
  pipe.order(pipe.first, pipe.second);
  pipe.order(pipe.second, pipe.third);
  pipe.launch(pipe.consume, pipe.third);
  EXPECT_EQ(pipe.hazards(), std::vector<std::string>{});
}

TEST(StreamHazards, NameAnEventThatIsRecordedTooEarly) {
  const Pipeline pipe;
  pipe.launch(pipe.produce, pipe.first);
  pipe.order(pipe.first, pipe.second);
  pipe.launch(pipe.produce, pipe.first);
  pipe.launch(pipe.consume, pipe.second);
  EXPECT_EQ(pipe.hazards().size(), 1U);
}

TEST(StreamHazards, AcceptAHostThatWaitsForAnEventOrTheDevice) {
  const Pipeline pipe;
  const gpu::Event event = pipe.checked.device->create_event({});
  pipe.launch(pipe.produce, pipe.first);
  pipe.first.record(event);
  event.synchronize();
  pipe.launch(pipe.consume, pipe.second);
  pipe.checked.device->synchronize();
  pipe.launch(pipe.produce, pipe.third);
  EXPECT_EQ(pipe.hazards(), std::vector<std::string>{});
}

TEST(StreamHazards, AcceptTheOrderOfTheDefaultStreamAndBlockingStreams) {
  const Pipeline pipe;
  const gpu::Stream blocking = pipe.checked.device->create_stream(gpu::StreamOptions{.is_blocking = true});
  const gpu::Stream default_stream = pipe.checked.device->default_stream();
  pipe.launch(pipe.produce, default_stream);
  pipe.launch(pipe.produce, blocking);
  pipe.launch(pipe.produce, default_stream);
  EXPECT_EQ(pipe.hazards(), std::vector<std::string>{});
  pipe.launch(pipe.consume, pipe.first);
  pipe.launch(pipe.produce, blocking);
  EXPECT_EQ(pipe.hazards().size(), 1U);
}

TEST(StreamHazards, AcceptManyLaunchesAndCopiesOnOneStream) {
  const Pipeline pipe;
  std::vector<std::byte> host(64, std::byte{1});
  for (int frame = 0; frame < 3; ++frame) {
    pipe.a.copy_from(host, pipe.first);
    pipe.launch(pipe.produce, pipe.first);
    pipe.launch(pipe.produce, pipe.first);
    pipe.b.copy_from(host, pipe.first);
    pipe.launch(pipe.consume, pipe.first);
    pipe.b.copy_to(host, pipe.first);
  }
  EXPECT_EQ(pipe.hazards(), std::vector<std::string>{});
}

TEST(StreamHazards, AcceptMemoryThatAnotherStreamAllocatesAgain) {
  const Pipeline pipe;
  for (const gpu::Stream* const stream : {&pipe.first, &pipe.second, &pipe.first}) {
    gpu::Buffer scratch = pipe.checked.device->allocate(64, *stream);
    pipe.produce.launch(*stream, {8, 1, 1}, Numbers{scratch.handle().value, scratch.handle().value});
    scratch.close(*stream);
  }
  EXPECT_EQ(pipe.hazards(), std::vector<std::string>{});
}

TEST(StreamHazards, FollowGraphsWithinTheirLaunches) {
  const Pipeline pipe;
  const gpu::GraphBuilder builder = gpu::GraphBuilder::from_stream(pipe.first);
  builder.begin();
  pipe.launch(pipe.produce, builder);
  pipe.launch(pipe.consume, builder);
  builder.end();
  const gpu::Graph graph = builder.complete();
  for (int frame = 0; frame < 3; ++frame) {
    graph.launch(pipe.first);
  }
  EXPECT_EQ(pipe.hazards(), std::vector<std::string>{});
}

TEST(StreamHazards, AcceptAGraphThatRunsOnAnotherStreamThanItsCapture) {
  const Pipeline pipe;
  const gpu::GraphBuilder builder = gpu::GraphBuilder::from_stream(pipe.first);
  builder.begin();
  pipe.launch(pipe.produce, builder);
  builder.end();
  const gpu::Graph graph = builder.complete();
  graph.launch(pipe.second);
  pipe.launch(pipe.consume, pipe.second);
  EXPECT_EQ(pipe.hazards(), std::vector<std::string>{});
}

TEST(StreamHazards, NameARaceInAGraph) {
  const Pipeline pipe;
  const gpu::RuntimeKernel racy = pipe.checked.compile("int* a; int* b;", "a[0] = i.x;\n");
  const gpu::GraphBuilder builder = gpu::GraphBuilder::from_stream(pipe.first);
  builder.begin();
  pipe.launch(racy, builder);
  builder.end();
  builder.complete().launch(pipe.first);
  const std::vector<std::string> hazards = pipe.hazards();
  ASSERT_EQ(hazards.size(), 1U) << testing::PrintToString(hazards);
  EXPECT_NE(hazards[0].find("write-write"), std::string::npos) << hazards[0];
}

TEST(StreamHazards, FollowStreamsAfterACaptureThatFailed) {
  const Pipeline pipe;
  {
    const gpu::GraphBuilder builder = gpu::GraphBuilder::from_stream(pipe.first);
    builder.begin();
    const gpu::GraphBuilder branch = builder.fork(1).front();
    EXPECT_THROW(builder.end(), gpu::Error);
  }
  pipe.launch(pipe.produce, pipe.first);
  pipe.launch(pipe.consume, pipe.second);
  EXPECT_EQ(pipe.hazards().size(), 1U);
}

}  // namespace
}  // namespace texelscope::app

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/other_context.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;

class GraphRefusalOnEach : public tests::DeviceTest {};

TEST_P(GraphRefusalOnEach, ReportsCallsOutOfOrder) {
  const GraphBuilder builder = device().create_graph_builder();
  EXPECT_NE(error_of<InvalidState>([&] { builder.end(); }).find("call begin() first"), std::string::npos);
  EXPECT_NE(error_of<InvalidState>([&] { (void)builder.complete(); }).find("call begin() and end() first"),
            std::string::npos);
  EXPECT_NE(error_of<InvalidState>([&] { (void)builder.fork(1); }).find("cannot fork"), std::string::npos);
  EXPECT_THROW((void)static_cast<const Stream&>(builder), InvalidState);
  builder.begin();
  EXPECT_NE(error_of<InvalidState>([&] { builder.begin(); }).find("is already recording"), std::string::npos);
  EXPECT_NE(error_of<InvalidState>([&] { (void)builder.debug_dot(); }).find("end() it first"), std::string::npos);
  EXPECT_NE(error_of<InvalidArgument>([&] { (void)builder.fork(0); }).find("cannot fork into 0 branches"),
            std::string::npos);
}

TEST_P(GraphRefusalOnEach, KeepsBranchesAndRecordingsApart) {
  const GraphBuilder builder = device().create_graph_builder();
  const GraphBuilder other = device().create_graph_builder();
  builder.begin();
  other.begin();
  const std::vector<GraphBuilder> branches = builder.fork(2);
  EXPECT_NE(error_of<InvalidState>([&] { branches[0].end(); }).find("join() it"), std::string::npos);
  EXPECT_NE(error_of<InvalidState>([&] { branches[0].begin(); }).find("begins automatically"), std::string::npos);
  EXPECT_NE(error_of<InvalidArgument>([&] { other.join(branches); }).find("not a branch of this recording"),
            std::string::npos);
  EXPECT_THROW(builder.join(std::vector{other}), InvalidArgument);
  EXPECT_THROW(builder.join(std::vector{builder}), InvalidArgument);
  EXPECT_THROW(branches[0].join(std::vector{branches[0]}), InvalidArgument);
  EXPECT_NE(error_of<InvalidState>([&] { builder.end(); }).find("with 2 unjoined branches"), std::string::npos);
  builder.join(branches);
  EXPECT_THROW(builder.join(branches), InvalidState);
  EXPECT_THROW((void)static_cast<const Stream&>(branches[0]), InvalidState);
  builder.end();
  other.end();
}

TEST_P(GraphRefusalOnEach, NeverCapturesTheDefaultStreamNorOneStreamTwice) {
  EXPECT_THROW((void)GraphBuilder::from_stream(device().default_stream()), InvalidArgument);
  const GraphBuilder first = GraphBuilder::from_stream(stream());
  const GraphBuilder second = GraphBuilder::from_stream(stream());
  first.begin();
  EXPECT_NE(error_of<InvalidState>([&] { second.begin(); }).find("recorded by another graph builder"),
            std::string::npos);
  first.end();
  second.begin();
  second.end();
}

TEST_P(GraphRefusalOnEach, NeverWaitsForRecordedWork) {
  const GraphBuilder builder = GraphBuilder::from_stream(stream());
  builder.begin();
  EXPECT_NE(error_of<InvalidState>([&] { stream().synchronize(); }).find("cannot synchronize"), std::string::npos);
  EXPECT_THROW((void)stream().is_done(), InvalidState);
  const Event event = device().create_event({});
  stream().record(event);
  EXPECT_NE(error_of<DriverError>([&] { event.synchronize(); }).find("CUDA_ERROR_CAPTURED_EVENT (907): "),
            std::string::npos);
}

TEST_P(GraphRefusalOnEach, ReportsThatAnOutsideCallInvalidatedTheRecording) {
  const Event outside = device().create_event({});
  stream().record(outside);
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  const Stream& captured = builder;
  EXPECT_NE(error_of<DriverError>([&] { captured.wait(outside); }).find("CUDA_ERROR_STREAM_CAPTURE_ISOLATION (905): "),
            std::string::npos);
  EXPECT_NE(error_of<DriverError>([&] { builder.end(); }).find("CUDA_ERROR_STREAM_CAPTURE_INVALIDATED (901): "),
            std::string::npos);
  EXPECT_FALSE(builder.is_building());
  // The builder can record again.
  builder.begin();
  builder.end();
}

TEST_P(GraphRefusalOnEach, ReleasesTheStreamsOfItsBranchesWhenItEnds) {
  const Buffer buffer = device().allocate(64, stream());
  stream().synchronize();
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  const std::vector<GraphBuilder> branches = builder.fork(1);
  const Stream branch = branches[0];
  EXPECT_THROW(branch.synchronize(), InvalidState);
  builder.join(branches);
  builder.end();
  EXPECT_NO_THROW(branch.synchronize());
  std::vector<std::byte> seen(64);
  buffer.fill(std::byte{3}, branch);
  device().synchronize();
  buffer.copy_to(seen, stream());
  stream().synchronize();
  EXPECT_EQ(seen, std::vector<std::byte>(64, std::byte{3}));
}

TEST_P(GraphRefusalOnEach, DiscardsARecordingThatNeverEnds) {
  const Buffer buffer = device().allocate(64, stream());
  {
    const GraphBuilder builder = GraphBuilder::from_stream(stream());
    builder.begin();
    const std::vector<GraphBuilder> branches = builder.fork(2);
    buffer.fill(std::byte{1}, branches[1]);
  }
  buffer.fill(std::byte{2}, stream());
  stream().synchronize();
}

TEST_P(GraphRefusalOnEach, DistinguishesObjectsOfDifferentDevices) {
  const tests::OtherDevice other(GetParam());
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  builder.end();
  const Graph graph = builder.complete();
  EXPECT_THROW(graph.launch(other->create_stream()), InvalidArgument);
  const GraphBuilder foreign = other->create_graph_builder();
  foreign.begin();
  foreign.end();
  EXPECT_THROW(graph.update(foreign), InvalidArgument);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(GraphRefusalOnEach);

TEST(GraphOnFakeDriver, RefusesConditionalNodesThatTheDriverLacks) {
  tests::FakeDevice fake;
  const GraphBuilder builder = fake.device->create_graph_builder();
  builder.begin();
  EXPECT_NE(error_of<Unavailable>([&] {
              (void)builder.create_condition(1);
            }).find("supports CUDA 0.0, but conditional nodes in graphs need 12.4: update the NVIDIA driver"),
            std::string::npos);
  EXPECT_EQ(fake.script->count("cuGraphConditionalHandleCreate"), 0U);
}

TEST(GraphOnFakeDriver, EndsACaptureWhoseEndFailed) {
  tests::FakeDevice fake;
  {
    const GraphBuilder builder = fake.device->create_graph_builder();
    builder.begin();
    fake.script->answers["cuStreamEndCapture"] = Status::stream_capture_unjoined;
    EXPECT_THROW(builder.end(), DriverError);
    EXPECT_EQ(fake.script->count("cuStreamEndCapture"), 2U) << "the second call discards the rest";
    fake.script->answers.clear();
    EXPECT_FALSE(builder.is_building());
  }
  EXPECT_EQ(fake.script->count("cuStreamEndCapture"), 2U);
  EXPECT_EQ(fake.diagnostics->size(), 1U);
}

}  // namespace
}  // namespace texelscope::gpu

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "tests/gpu/cpu/cpu_driver_fixture.h"
#include "tests/support/time_limit.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::gpu {
namespace {

using namespace driver;
using tests::SetFlag;
using tests::WaitForFlag;

struct WriteSevens {
  kernels::Surface output;

  void operator()(kernels::Index at) const { output.write_2d(std::uint32_t{7}, at.x, at.y); }
};

struct Increment {
  std::uint32_t* value;

  void operator()(kernels::Index) const { *value += 1; }
};

/// Waits until `count` launches of this kernel run simultaneously.
struct Meet {
  std::atomic<int>* arrived;
  int count;

  void operator()(kernels::Index) const {
    arrived->fetch_add(1);
    while (arrived->load() < count) {
      std::this_thread::yield();
    }
  }
};

struct Count {
  std::atomic<int>* value;

  void operator()(kernels::Index) const { value->fetch_add(1); }
};

/// Waits until another launch of this kernel runs at the same time, or until it is released.
struct MeetOrLeave {
  std::atomic<int>* running;
  std::atomic<bool>* has_met;
  const std::atomic<bool>* is_released;

  void operator()(kernels::Index) const {
    if (running->fetch_add(1) > 0) {
      has_met->store(true);
    }
    while (!has_met->load() && !is_released->load()) {
      std::this_thread::yield();
    }
    running->fetch_sub(1);
  }
};

#pragma pack(push, 4)
/// Its address is at an offset of 4 bytes.
struct PackedAdd {
  std::uint32_t term;
  std::uint32_t* sum;

  void operator()(kernels::Index) const { *sum += term; }
};
#pragma pack(pop)
static_assert(sizeof(PackedAdd) == 12);

class CpuGraph : public tests::CpuDriverTest {
 protected:
  void begin(StreamHandle stream) { make(CaptureBegin{stream}); }
  GraphHandle end(StreamHandle stream) { return make(CaptureEnd{stream}).graph; }
  GraphExecHandle instantiate(GraphHandle graph) { return make(GraphInstantiate{graph}).exec; }
  void depend(StreamHandle before, StreamHandle after) {
    const EventHandle event = create_event();
    make(EventRecord{event, before});
    make(StreamWaitEvent{after, event});
    make(EventDestroy{event});
  }
};

TEST_F(CpuGraph, RunsBranchesConcurrently) {
  const StreamHandle origin = create_stream();
  const StreamHandle branch = create_stream();
  std::atomic<bool> first{false};
  std::atomic<bool> second{false};
  begin(origin);
  depend(origin, branch);
  // Each kernel waits for the other: if they ran sequentially, they would never end.
  launch(origin, {1}, SetFlag{&first});
  launch(origin, {1}, WaitForFlag{&second});
  launch(branch, {1}, WaitForFlag{&first});
  launch(branch, {1}, SetFlag{&second});
  depend(branch, origin);
  const GraphExecHandle exec = instantiate(end(origin));
  make(GraphLaunch{exec, origin});
  synchronize(origin);
  EXPECT_TRUE(second.load());
}

TEST_F(CpuGraph, KeepsItsObjectsAlive) {
  const StreamHandle stream = create_stream();
  const ArrayDescriptor descriptor{Extent(8, 4), DataType::uint32, 1, true};
  const ArrayHandle array = create_array(descriptor);
  const SurfaceHandle surface = make(SurfaceCreate{array}).surface;
  const DevicePointer buffer = allocate(8 * 4 * 4, stream);
  std::vector<std::uint32_t> seen(8 * 4);
  begin(stream);
  launch(stream, {8, 4}, WriteSevens{kernels::Surface(surface)});
  make(ArrayCopy{{.pointer = buffer}, {.array = array}, Extent(8, 4), 4, stream});
  make(MemoryCopy{pointer_to(seen), buffer, seen.size() * 4, stream});
  const GraphHandle graph = end(stream);
  const GraphExecHandle exec = instantiate(graph);
  make(GraphDestroy{graph});
  make(SurfaceDestroy{surface});
  make(ArrayDestroy{array});
  make(MemoryFree{buffer, stream});
  synchronize(stream);
  make(GraphLaunch{exec, stream});
  make(GraphExecDestroy{exec});
  synchronize(stream);
  EXPECT_EQ(seen, std::vector<std::uint32_t>(8 * 4, 7));
}

TEST_F(CpuGraph, KeepsTheMemoryThatAPackedKernelNames) {
  const StreamHandle stream = create_stream();
  // Two such blocks exceed the memory of the device.
  const HostAllocate block{std::size_t{40} << 20};
  const DevicePointer memory = make(block).pointer;
  auto* const sum = reinterpret_cast<std::uint32_t*>(memory.value);
  *sum = 5;
  begin(stream);
  launch(stream, {1}, PackedAdd{2, sum});
  const GraphHandle graph = end(stream);
  make(HostFree{memory});
  ASSERT_EQ(status_of(block), Status::out_of_memory) << "the graph still needs the memory";
  const GraphExecHandle exec = instantiate(graph);
  make(GraphLaunch{exec, stream});
  synchronize(stream);
  EXPECT_EQ(*sum, 7U);
  make(GraphExecDestroy{exec});
  make(GraphDestroy{graph});
  make(HostFree{make(block).pointer});
}

TEST_F(CpuGraph, IsUpdatedWhileItRuns) {
  const StreamHandle stream = create_stream();
  const StreamHandle recorder = create_stream();
  std::atomic<bool> goes_on{false};
  std::uint32_t values[2] = {};
  const auto record = [&](std::uint32_t* value) {
    begin(recorder);
    launch(recorder, {1}, WaitForFlag{&goes_on});
    launch(recorder, {1}, Increment{value});
    return end(recorder);
  };
  const GraphExecHandle exec = instantiate(record(&values[0]));
  make(GraphLaunch{exec, stream});
  make(GraphExecUpdate{exec, record(&values[1])});
  make(GraphLaunch{exec, stream});
  make(GraphLaunch{exec, recorder});
  goes_on = true;
  synchronize(stream);
  synchronize(recorder);
  EXPECT_EQ(values[0], 1U);
  EXPECT_EQ(values[1], 2U);
}

TEST_F(CpuGraph, RunsItsLaunchesOnTwoStreamsOneAfterTheOther) {
  const StreamHandle streams[] = {create_stream(), create_stream()};
  std::atomic<int> running{0};
  std::atomic<bool> has_met{false};
  std::atomic<bool> is_released{false};
  begin(streams[0]);
  launch(streams[0], {1}, MeetOrLeave{&running, &has_met, &is_released});
  const GraphExecHandle exec = instantiate(end(streams[0]));
  make(GraphLaunch{exec, streams[0]});
  make(GraphLaunch{exec, streams[1]});
  // Time for a launch that does not wait; a correct launch passes whatever happens in the meantime.
  for (int look = 0; look < 50 && !has_met; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  is_released = true;
  synchronize(streams[0]);
  synchronize(streams[1]);
  EXPECT_FALSE(has_met);
  EXPECT_EQ(running, 0);
}

TEST_F(CpuGraph, RefusesAnUpdateThatMovesACopyToOtherKindsOfMemory) {
  const StreamHandle stream = create_stream();
  const DevicePointer memory[] = {allocate(64, stream), allocate(64, stream)};
  const std::vector<std::byte> host(64);
  const auto record_copy = [&](DevicePointer destination, DevicePointer source) {
    begin(stream);
    make(MemoryCopy{destination, source, 64, stream});
    return end(stream);
  };
  const GraphExecHandle exec = instantiate(record_copy(memory[0], memory[1]));
  for (const auto& [destination, source] :
       {std::pair{pointer_to(host), memory[1]}, std::pair{memory[0], pointer_to(host)}}) {
    GraphExecUpdate update{exec, record_copy(destination, source)};
    EXPECT_EQ(driver().perform(update), Status::graph_exec_update_failure);
    EXPECT_EQ(update.refusal, GraphUpdateRefusal::parameters_changed);
    EXPECT_EQ(update.refused_node, 0);
    EXPECT_EQ(update.refused_kind, GraphNodeKind::copy);
  }
  make(GraphExecUpdate{exec, record_copy(memory[1], memory[0])});
}

TEST_F(CpuGraph, RunsAChildGraphInTwoExecutablesConcurrently) {
  const tests::TimeLimit limit{std::chrono::seconds{30}};
  const StreamHandle streams[] = {create_stream(), create_stream()};
  std::atomic<int> arrived{0};
  std::atomic<int> done{0};
  // The branch has its own thread: if both executables shared one, each would delay the other.
  begin(streams[0]);
  depend(streams[0], streams[1]);
  launch(streams[0], {1}, Count{&done});
  launch(streams[1], {1}, Meet{&arrived, 2});
  depend(streams[1], streams[0]);
  const GraphHandle child = end(streams[0]);
  begin(streams[0]);
  make(ChildGraphAdd{child, streams[0]});
  const GraphHandle parent = end(streams[0]);
  const GraphExecHandle executables[] = {instantiate(parent), instantiate(parent)};
  for (std::size_t index = 0; index < 2; ++index) {
    make(GraphLaunch{executables[index], streams[index]});
  }
  synchronize(streams[0]);
  synchronize(streams[1]);
  EXPECT_EQ(arrived, 2);
  EXPECT_EQ(done, 2);
}

TEST_F(CpuGraph, KeepsAChildGraphUnchangedAfterAddingIt) {
  const StreamHandle stream = create_stream();
  std::atomic<int> done{0};
  begin(stream);
  launch(stream, {1}, Count{&done});
  const GraphHandle child = end(stream);
  begin(stream);
  make(ChildGraphAdd{child, stream});
  const GraphHandle parent = end(stream);
  make(CaptureBeginIntoGraph{stream, child});
  launch(stream, {1}, Count{&done});
  make(CaptureEndIntoGraph{stream});
  make(GraphDestroy{child});
  make(GraphLaunch{instantiate(parent), stream});
  synchronize(stream);
  EXPECT_EQ(done, 1);
}

TEST_F(CpuGraph, InvalidatesTheBodiesOfItsConditionalNodesWhenItEnds) {
  const StreamHandle stream = create_stream();
  const StreamHandle inner_stream = create_stream();
  const auto add_condition = [&](StreamHandle to) {
    return make(ConditionalAdd{.stream = to, .condition = make(ConditionCreate{to}).condition}).bodies.front();
  };
  for (const bool is_cancelled : {false, true}) {
    begin(stream);
    const GraphHandle body = add_condition(stream);
    make(CaptureBeginIntoGraph{inner_stream, body});
    const GraphHandle body_of_body = add_condition(inner_stream);
    make(CaptureEndIntoGraph{inner_stream});
    EXPECT_EQ(make(GraphNodes{body}).kinds, std::vector{GraphNodeKind::conditional});
    if (is_cancelled) {
      make(CaptureCancel{stream});
    } else {
      make(GraphDestroy{end(stream)});
    }
    EXPECT_EQ(status_of(GraphNodes{body}), Status::invalid_handle) << is_cancelled;
    EXPECT_EQ(status_of(GraphNodes{body_of_body}), Status::invalid_handle) << is_cancelled;
  }
}

TEST_F(CpuGraph, WithAllocationsHasOneExecutableAtATimeAndCannotBeAChild) {
  const StreamHandle stream = create_stream();
  begin(stream);
  const DevicePointer memory = allocate(64, stream);
  make(MemoryFree{memory, stream});
  const GraphHandle graph = end(stream);
  const GraphExecHandle first = instantiate(graph);
  EXPECT_EQ(status_of(GraphInstantiate{graph}), Status::not_supported);
  make(GraphExecDestroy{first});
  make(GraphExecDestroy{instantiate(graph)});
  begin(stream);
  EXPECT_EQ(status_of(ChildGraphAdd{graph, stream}), Status::not_supported);
  make(CaptureCancel{stream});
}

TEST_F(CpuGraph, ReportsTheStatusOfEachBrokenRule) {
  const StreamHandle stream = create_stream();
  const StreamHandle other = create_stream();
  EXPECT_EQ(status_of(CaptureBegin{default_stream}), Status::stream_capture_unsupported);
  EXPECT_EQ(status_of(CaptureEnd{stream}), Status::invalid_value);
  const auto spoiled_by = [&](auto call, Status status) {
    begin(stream);
    EXPECT_EQ(status_of(call), status) << call.info.name;
    EXPECT_EQ(status_of(CaptureEnd{stream}), Status::stream_capture_invalidated) << call.info.name;
  };
  const EventHandle outside = create_event();
  make(EventRecord{outside, other});
  spoiled_by(StreamSynchronize{stream}, Status::stream_capture_unsupported);
  spoiled_by(StreamQuery{stream}, Status::stream_capture_unsupported);
  spoiled_by(ContextSynchronize{}, Status::stream_capture_unsupported);
  spoiled_by(GraphicsMap{{}, {}, stream}, Status::stream_capture_unsupported);
  spoiled_by(StreamWaitEvent{stream, outside}, Status::stream_capture_isolation);

  begin(stream);
  EXPECT_EQ(status_of(CaptureBegin{stream}), Status::invalid_value);
  const EventHandle inside = create_event(true);
  make(EventRecord{inside, stream});
  EXPECT_EQ(status_of(EventSynchronize{inside}), Status::captured_event);
  EXPECT_EQ(status_of(EventQuery{inside}), Status::captured_event);
  make(StreamWaitEvent{other, inside});
  EXPECT_EQ(status_of(CaptureEnd{other}), Status::stream_capture_unmatched);
  make(CaptureCancel{stream});
  EXPECT_EQ(status_of(StreamWaitEvent{other, inside}), Status::captured_event);

  begin(stream);
  make(EventRecord{inside, stream});
  make(StreamWaitEvent{other, inside});
  std::uint32_t value = 0;
  launch(other, {1}, Increment{&value});
  EXPECT_EQ(status_of(CaptureEnd{stream}), Status::stream_capture_unjoined);

  begin(stream);
  begin(other);
  make(EventRecord{inside, stream});
  EXPECT_EQ(status_of(StreamWaitEvent{other, inside}), Status::stream_capture_merge);
  make(CaptureCancel{stream});
  make(CaptureCancel{other});
  EXPECT_EQ(value, 0U);
  synchronize(stream);
  synchronize(other);
}

TEST_F(CpuGraph, FreesNothingThatItDidNotAllocate) {
  const StreamHandle stream = create_stream();
  const DevicePointer memory = allocate(64, stream);
  begin(stream);
  EXPECT_EQ(status_of(MemoryFree{memory, stream}), Status::invalid_value);
  make(CaptureCancel{stream});
  make(MemoryFree{memory, stream});
}

TEST_F(CpuGraph, AllocatesItsMemoryAgainAfterItWasFreedOutside) {
  const StreamHandle stream = create_stream();
  begin(stream);
  const DevicePointer memory = allocate(64, stream);
  const GraphExecHandle exec = instantiate(end(stream));
  for (int round = 0; round < 3; ++round) {
    make(GraphLaunch{exec, stream});
    synchronize(stream);
    make(MemoryFill{memory, static_cast<std::uint8_t>(round), 64, stream});
    make(MemoryFree{memory, stream});
    EXPECT_EQ(status_of(MemoryFill{memory, 0, 64, stream}), Status::invalid_value) << "freed";
  }
  synchronize(stream);
}

TEST_F(CpuGraph, FreesItsMemoryWhenItsLastLaunchHasFinished) {
  const StreamHandle stream = create_stream();
  // The device has 64 MiB: four graphs of 32 MiB each fit only if the memory of each is freed after
  // its last launch.
  for (int round = 0; round < 4; ++round) {
    begin(stream);
    const DevicePointer memory = allocate(std::size_t{32} << 20, stream);
    make(MemoryFill{memory, 1, 64, stream});
    make(MemoryFree{memory, stream});
    const GraphHandle graph = end(stream);
    const GraphExecHandle exec = instantiate(graph);
    make(GraphLaunch{exec, stream});
    make(GraphExecDestroy{exec});
    make(GraphDestroy{graph});
    synchronize(stream);
  }
}

}  // namespace
}  // namespace texelscope::gpu

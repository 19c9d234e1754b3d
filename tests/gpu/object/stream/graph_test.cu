#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/time_limit.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::gpu {
namespace {

using kernels::Index;

/// The result of launching two of these kernels depends on their order.
struct MultiplyAndAdd {
  std::uint32_t* values;
  std::uint32_t scale;
  std::uint32_t add;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const { values[at.x] = values[at.x] * scale + add; }
};

struct AddInto {
  const std::uint32_t* left;
  const std::uint32_t* right;
  std::uint32_t* sum;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const { sum[at.x] = left[at.x] * 1000 + right[at.x]; }
};

struct WriteNumbers {
  kernels::Surface output;
  std::uint32_t first;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {
    output.write_2d(first + static_cast<std::uint32_t>(at.y * 100 + at.x), at.x, at.y);
  }
};

/// Correct even if launches run concurrently.
struct AddOneAtomically {
  std::uint32_t* values;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {
#ifdef __CUDA_ARCH__
    atomicAdd(values + at.x, 1U);
#else
    __atomic_fetch_add(values + at.x, 1U, __ATOMIC_RELAXED);
#endif
  }
};

constexpr std::int32_t count = 1000;

class GraphOnEach : public tests::DeviceTest {
 protected:
  Buffer numbers(std::uint32_t first) {
    std::vector<std::uint32_t> values(count);
    std::iota(values.begin(), values.end(), first);
    Buffer buffer = device().allocate(count * sizeof(std::uint32_t), stream());
    buffer.copy_from(std::as_bytes(std::span(values)), stream());
    stream().synchronize();
    return buffer;
  }
  static std::uint32_t* words(const Buffer& buffer) { return reinterpret_cast<std::uint32_t*>(buffer.handle().value); }
  /// The number at `index`, after the stream has completed.
  std::uint32_t at(const Buffer& buffer, std::size_t index) {
    std::vector<std::uint32_t> values(count);
    buffer.copy_to(std::as_writable_bytes(std::span(values)), stream());
    stream().synchronize();
    return values[index];
  }
  static std::ptrdiff_t count_of(const std::vector<GraphNodeKind>& kinds, GraphNodeKind kind) {
    return std::ranges::count(kinds, kind);
  }
  /// Records a graph of one kernel.
  static void record(const GraphBuilder& builder, const MultiplyAndAdd& kernel) {
    builder.begin();
    kernels::launch(builder, {count}, kernel);
    builder.end();
  }
};

TEST_P(GraphOnEach, RecordsWorkWithoutRunningItAndRunsItAtEachLaunch) {
  const Buffer values = numbers(1);
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  EXPECT_TRUE(builder.is_building());
  kernels::launch(builder, {count}, MultiplyAndAdd{words(values), 3, 1});
  kernels::launch(builder, {count}, MultiplyAndAdd{words(values), 10, 7});
  builder.end();
  EXPECT_FALSE(builder.is_building());
  device().synchronize();
  EXPECT_EQ(at(values, 4), 5U);

  const Graph graph = builder.complete();
  graph.upload(stream());
  graph.launch(stream());
  EXPECT_EQ(at(values, 4), 5U * 30 + 17);
  graph.launch(stream());
  graph.launch(stream());
  EXPECT_EQ(at(values, 4), ((5U * 30 + 17) * 30 + 17) * 30 + 17);
  EXPECT_EQ(graph.node_kinds(), (std::vector{GraphNodeKind::kernel, GraphNodeKind::kernel}));
}

TEST_P(GraphOnEach, ReplaysEveryKindOfWorkLikeSingleCalls) {
  const ArrayDescriptor descriptor{Extent(40, 25), DataType::uint32, 1, true};
  const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
  const CUDAArray other = CUDAArray::from_descriptor(device(), descriptor);
  const SurfaceObject surface = SurfaceObject::from_array(array);
  const Buffer buffer = numbers(0);
  const Buffer copy = numbers(0);
  const Buffer filled = numbers(0);
  const auto work = [&](const Stream& order) {
    kernels::launch(order, {40, 25}, WriteNumbers{kernels::Surface(surface.handle()), 5});
    array.copy_to(buffer, order);
    copy.copy_from(buffer, order);
    kernels::launch(order, {count}, MultiplyAndAdd{words(copy), 2, 1});
    other.copy_from(copy, order);
    other.copy_to(buffer, order);
    filled.fill(std::byte{3}, order);
  };
  const auto results = [&] {
    std::vector<std::uint32_t> seen(3 * count);
    const auto bytes = std::as_writable_bytes(std::span(seen));
    buffer.copy_to(bytes.first(count * 4), stream());
    copy.copy_to(bytes.subspan(count * 4, count * 4), stream());
    filled.copy_to(bytes.last(count * 4), stream());
    stream().synchronize();
    return seen;
  };
  work(stream());
  const std::vector<std::uint32_t> expected = results();
  EXPECT_EQ(expected[41], 2 * (5 + 100 + 1) + 1U);
  for (const Buffer& each : {buffer, copy, filled}) {
    each.fill(std::byte{0}, stream());
  }
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  work(builder);
  builder.end();
  const Graph graph = builder.complete();
  graph.launch(stream());
  EXPECT_EQ(results(), expected);
  const std::vector<GraphNodeKind> kinds = builder.node_kinds();
  EXPECT_EQ(kinds.size(), 7U);
  EXPECT_EQ(count_of(kinds, GraphNodeKind::kernel), 2);
  EXPECT_EQ(count_of(kinds, GraphNodeKind::copy), 4);
  EXPECT_EQ(count_of(kinds, GraphNodeKind::fill), 1);
}

TEST_P(GraphOnEach, RecordsWorkThatOthersScheduleOnTheirStream) {
  const Buffer values = numbers(1);
  const Stream own = device().create_stream();
  const GraphBuilder builder = GraphBuilder::from_stream(own);
  builder.begin();
  kernels::launch(own, {count}, MultiplyAndAdd{words(values), 3, 1});
  builder.end();
  own.synchronize();
  EXPECT_EQ(at(values, 0), 1U);
  builder.complete().launch(own);
  own.synchronize();
  EXPECT_EQ(at(values, 0), 4U);
  // The stream works normally again.
  kernels::launch(own, {count}, MultiplyAndAdd{words(values), 2, 0});
  own.synchronize();
  EXPECT_EQ(at(values, 0), 8U);
}

TEST_P(GraphOnEach, CopiesFromAndToHostMemoryAtEachLaunch) {
  const Buffer values = numbers(0);
  const Buffer pinned = device().allocate_pinned(count * 4);
  const auto host = pinned.host_bytes();
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  values.copy_from(pinned, builder);
  kernels::launch(builder, {count}, MultiplyAndAdd{words(values), 2, 0});
  values.copy_to(pinned, builder);
  builder.end();
  const Graph graph = builder.complete();
  auto* const seen = reinterpret_cast<std::uint32_t*>(host.data());
  for (std::uint32_t round = 1; round < 4; ++round) {
    std::fill_n(seen, count, round);
    graph.launch(stream());
    stream().synchronize();
    EXPECT_EQ(std::count(seen, seen + count, 2 * round), count) << round;
  }
}

TEST_P(GraphOnEach, JoinsBranchesThatForkedFromOnePoint) {
  const Buffer left = numbers(1);
  const Buffer right = numbers(2);
  const Buffer sum = numbers(0);
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  kernels::launch(builder, {count}, MultiplyAndAdd{words(left), 2, 0});
  const std::vector<GraphBuilder> branches = builder.fork(2);
  for (int step = 0; step < 5; ++step) {
    kernels::launch(branches[0], {count}, MultiplyAndAdd{words(left), 1, 1});
    kernels::launch(branches[1], {count}, MultiplyAndAdd{words(right), 1, 3});
  }
  builder.join(branches);
  EXPECT_FALSE(branches[0].is_building());
  kernels::launch(builder, {count}, AddInto{words(left), words(right), words(sum)});
  builder.end();
  const Graph graph = builder.complete();
  graph.launch(stream());
  EXPECT_EQ(at(sum, 7), (8U * 2 + 5) * 1000 + 9 + 15);
  EXPECT_EQ(count_of(graph.node_kinds(), GraphNodeKind::kernel), 12);
}

TEST_P(GraphOnEach, ForksBranchesOfBranches) {
  const Buffer values = numbers(1);
  const Buffer other = numbers(1);
  const Buffer sum = numbers(0);
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  const std::vector<GraphBuilder> outer = builder.fork(1);
  kernels::launch(outer[0], {count}, MultiplyAndAdd{words(values), 2, 0});
  const std::vector<GraphBuilder> inner = outer[0].fork(1);
  kernels::launch(inner[0], {count}, AddInto{words(values), words(values), words(other)});
  outer[0].join(inner);
  kernels::launch(outer[0], {count}, MultiplyAndAdd{words(other), 1, 1});
  builder.join(outer);
  kernels::launch(builder, {count}, AddInto{words(other), words(values), words(sum)});
  builder.end();
  builder.complete().launch(stream());
  EXPECT_EQ(at(sum, 0), 2003U * 1000 + 2);
}

TEST_P(GraphOnEach, RunsInTheOrderOfTheStreamThatLaunchesIt) {
  const Buffer values = numbers(1);
  const GraphBuilder builder = device().create_graph_builder();
  record(builder, MultiplyAndAdd{words(values), 2, 0});
  const Graph graph = builder.complete();
  for (int round = 0; round < 8; ++round) {
    kernels::launch(stream(), {count}, MultiplyAndAdd{words(values), 1, 1});
    graph.launch(stream());
  }
  EXPECT_EQ(at(values, 0), 766U);
}

TEST_P(GraphOnEach, LaunchesOnTwoStreamsAreSerialized) {
  const Buffer values = numbers(0);
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  for (int step = 0; step < 10; ++step) {
    kernels::launch(builder, {count}, MultiplyAndAdd{words(values), 1, 1});
  }
  builder.end();
  const Graph graph = builder.complete();
  const Stream other = device().create_stream();
  for (int round = 0; round < 20; ++round) {
    graph.launch(round % 2 == 0 ? stream() : other);
  }
  device().synchronize();
  EXPECT_EQ(at(values, 0), 200U);
}

TEST_P(GraphOnEach, RunsToItsEndAfterItIsClosed) {
  const Buffer values = numbers(0);
  {
    GraphBuilder builder = device().create_graph_builder();
    builder.begin();
    for (int step = 0; step < 50; ++step) {
      kernels::launch(builder, {count}, MultiplyAndAdd{words(values), 1, 1});
    }
    builder.end();
    Graph graph = builder.complete();
    builder.close();
    builder.close();
    graph.launch(stream());
    graph.close();
    graph.close();
    EXPECT_TRUE(graph.is_closed());
    EXPECT_THROW(graph.launch(stream()), InvalidState);
    EXPECT_THROW(builder.begin(), InvalidState);
  }
  EXPECT_EQ(at(values, 0), 50U);
}

TEST_P(GraphOnEach, IsUpdatedToOtherAddressesAndArguments) {
  const Buffer first = numbers(1);
  const Buffer second = numbers(1);
  const Buffer copy_of_second = numbers(0);
  const GraphBuilder builder = device().create_graph_builder();
  const auto record = [&](const Buffer& values, std::uint32_t add, const Buffer& copy) {
    builder.begin();
    kernels::launch(builder, {count}, MultiplyAndAdd{words(values), 2, add});
    copy.copy_from(values, builder);
    builder.end();
  };
  record(first, 0, second);
  const Graph graph = builder.complete();
  graph.launch(stream());
  record(second, 5, copy_of_second);
  graph.update(builder);
  graph.launch(stream());
  graph.launch(stream());
  EXPECT_EQ(at(first, 0), 2U);
  EXPECT_EQ(at(second, 0), 23U);
  EXPECT_EQ(at(copy_of_second, 0), 23U);
}

TEST_P(GraphOnEach, ReportsWhyAnUpdateIsRefusedAndIsUnchanged) {
  const Buffer values = numbers(1);
  const GraphBuilder builder = device().create_graph_builder();
  record(builder, MultiplyAndAdd{words(values), 2, 0});
  const Graph graph = builder.complete();
  const auto refusal = [&] {
    try {
      graph.update(builder);
    } catch (const DriverError& error) {
      EXPECT_EQ(error.status(), Status::graph_exec_update_failure);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  builder.begin();
  kernels::launch(builder, {count}, MultiplyAndAdd{words(values), 2, 0});
  kernels::launch(builder, {count}, MultiplyAndAdd{words(values), 2, 0});
  builder.end();
  EXPECT_NE(refusal().find("reason=the nodes or their dependencies differ"), std::string::npos) << refusal();
  builder.begin();
  values.fill(std::byte{0}, builder);
  builder.end();
  EXPECT_NE(refusal().find("reason=a node does something else, node=0, kind=fill"), std::string::npos) << refusal();
  graph.launch(stream());
  EXPECT_EQ(at(values, 0), 2U);
}

TEST_P(GraphOnEach, AllocatesAndFreesWithEachLaunch) {
  const Buffer result = numbers(0);
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  {
    const Buffer scratch = device().allocate(count * 4, builder);
    scratch.fill(std::byte{1}, builder);
    kernels::launch(builder, {count}, MultiplyAndAdd{words(scratch), 2, 0});
    result.copy_from(scratch, builder);
  }
  builder.end();
  const std::vector<GraphNodeKind> kinds = builder.node_kinds();
  EXPECT_EQ(count_of(kinds, GraphNodeKind::allocate), 1);
  EXPECT_EQ(count_of(kinds, GraphNodeKind::free), 1);
  const Graph graph = builder.complete();
  for (int round = 0; round < 3; ++round) {
    result.fill(std::byte{0}, stream());
    graph.launch(stream());
    EXPECT_EQ(at(result, 5), 0x02020202U);
  }
}

TEST_P(GraphOnEach, BecomesANodeOfAnotherGraph) {
  const Buffer values = numbers(1);
  const GraphBuilder inner = device().create_graph_builder();
  record(inner, MultiplyAndAdd{words(values), 2, 1});
  const Graph child = inner.complete();
  const GraphBuilder outer = device().create_graph_builder();
  outer.begin();
  child.launch(outer);
  child.launch(outer);
  outer.end();
  EXPECT_EQ(count_of(outer.node_kinds(), GraphNodeKind::child_graph), 2);
  outer.complete().launch(stream());
  EXPECT_EQ(at(values, 0), 7U);
}

TEST_P(GraphOnEach, WithBranchesIsAChildOfTwoGraphsThatRunAtTheSameTime) {
  const tests::TimeLimit limit{std::chrono::seconds{60}};
  const Buffer values = numbers(0);
  const GraphBuilder inner = device().create_graph_builder();
  inner.begin();
  const auto add_one = [&](const GraphBuilder& at_builder) {
    kernels::launch(at_builder, {count}, AddOneAtomically{words(values)});
  };
  // Two branches that alternately wait for each other.
  add_one(inner);
  const std::vector<GraphBuilder> outer_branch = inner.fork(1);
  add_one(inner);
  add_one(outer_branch[0]);
  const std::vector<GraphBuilder> inner_branch = outer_branch[0].fork(1);
  add_one(outer_branch[0]);
  add_one(inner_branch[0]);
  outer_branch[0].join(inner_branch);
  add_one(outer_branch[0]);
  inner.join(outer_branch);
  inner.end();
  const Graph child = inner.complete();
  const GraphBuilder outer = device().create_graph_builder();
  outer.begin();
  child.launch(outer);
  outer.end();
  const Graph first = outer.complete();
  const Graph second = outer.complete();
  const Stream other = device().create_stream();
  constexpr std::uint32_t rounds = 1000;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    first.launch(stream());
    second.launch(other);
  }
  other.synchronize();
  EXPECT_EQ(at(values, 7), 7 + rounds * 2 * 6);
}

TEST_P(GraphOnEach, IsDrawnInTheDotLanguage) {
  const Buffer values = numbers(1);
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  kernels::launch(builder, {count}, MultiplyAndAdd{words(values), 2, 0});
  kernels::launch(builder, {count}, MultiplyAndAdd{words(values), 3, 0});
  builder.end();
  for (const std::string& text : {builder.debug_dot(), builder.complete().debug_dot()}) {
    EXPECT_TRUE(text.starts_with("digraph")) << text;
    EXPECT_NE(text.find("->"), std::string::npos) << text;
    EXPECT_NE(text.find("MultiplyAndAdd"), std::string::npos) << text;
  }
}

TEST_P(GraphOnEach, MayBeEmpty) {
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  builder.end();
  EXPECT_TRUE(builder.node_kinds().empty());
  builder.complete().launch(stream());
  stream().synchronize();
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(GraphOnEach);

}  // namespace
}  // namespace texelscope::gpu

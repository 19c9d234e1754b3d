#include "app/instruments/sweep/scenario.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/memory/graph_memory_resource.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

constexpr std::size_t graph_bytes = 256;

/// Two branches that join again: each fills one half.
void record(const gpu::GraphBuilder& builder, const gpu::Buffer& first, const gpu::Buffer& second,
            const gpu::Buffer& result, std::byte value) {
  builder.begin();
  const std::vector<gpu::GraphBuilder> branches = builder.fork(2);
  first.fill(value, branches[0]);
  second.fill(std::byte{7}, branches[1]);
  builder.join(branches);
  result.copy_from(first, builder);
  builder.end();
}

/// Records and launches, records again with a different value, updates the graph and launches it.
std::vector<std::byte> replay(const gpu::Device& device) {
  const gpu::Stream stream = device.create_stream();
  const gpu::Buffer first = device.allocate(graph_bytes, stream);
  const gpu::Buffer second = device.allocate(graph_bytes, stream);
  const gpu::Buffer result = device.allocate(2 * graph_bytes, stream);
  const gpu::Buffer pinned = device.allocate_pinned(2 * graph_bytes);
  const gpu::GraphBuilder builder = device.create_graph_builder();
  result.fill(std::byte{1}, stream);
  record(builder, first, second, result, std::byte{2});
  const gpu::Graph graph = builder.complete();
  graph.upload(stream);
  graph.launch(stream);
  record(builder, first, second, result, std::byte{3});
  graph.update(builder);
  graph.launch(stream);
  result.copy_to(pinned, stream);
  stream.synchronize();
  return bytes_of(pinned);
}

/// Memory that a graph allocates, uses and frees.
std::vector<std::byte> allocate_in_graph(const gpu::Device& device) {
  const gpu::Stream stream = device.create_stream();
  const gpu::Buffer pinned = device.allocate_pinned(graph_bytes);
  const gpu::GraphMemoryResource memory = gpu::GraphMemoryResource::from_device(device);
  const gpu::GraphBuilder builder = device.create_graph_builder();
  builder.begin();
  {
    const gpu::Buffer scratch = memory.allocate(graph_bytes, builder);
    scratch.fill(std::byte{9}, builder);
    scratch.copy_to(pinned, builder);
  }
  builder.end();
  const gpu::Graph graph = builder.complete();
  graph.launch(stream);
  graph.launch(stream);
  stream.synchronize();
  return bytes_of(pinned);
}

}  // namespace

std::vector<SweepScenario> graph_scenarios() {
  return {device_scenario("graph_replay", "capture with branches, replay, update, replay", replay),
          device_scenario("graph_memory", "a graph that allocates, launched twice", allocate_in_graph)};
}

}  // namespace texelscope::app

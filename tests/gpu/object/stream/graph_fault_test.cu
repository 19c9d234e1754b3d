#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fault_sweep.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/live_objects.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu {
namespace {

struct AddOneToValue {
  std::uint32_t* value;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index) const { *value += 1; }
};

void record(const GraphBuilder& builder, const Buffer& buffer, bool has_conditionals) {
  auto* const value = reinterpret_cast<std::uint32_t*>(buffer.handle().value);
  builder.begin();
  {
    const Buffer scratch = buffer.device().allocate(256, builder);
    scratch.fill(std::byte{1}, builder);
    buffer.copy_from(scratch, builder);
  }
  const std::vector<GraphBuilder> branches = builder.fork(1);
  kernels::launch(branches[0], {1}, AddOneToValue{value});
  builder.join(branches);
  if (has_conditionals) {
    const ConditionHandle condition = builder.create_condition(1);
    builder.if_then(condition, [&](const GraphBuilder& body) { kernels::launch(body, {1}, AddOneToValue{value}); });
  }
  builder.end();
}

/// The whole life of a graph, on a stream captured for it.
void use_graph(const Stream& stream, const Buffer& buffer) {
  const Device device = stream.device();
  const bool has_conditionals = device.id().kind == DeviceKind::cpu || device.properties().driver_version >= 12040;
  const GraphBuilder builder = GraphBuilder::from_stream(stream);
  record(builder, buffer, has_conditionals);
  static_cast<void>(builder.node_kinds());
  static_cast<void>(builder.debug_dot());
  const Graph once = builder.complete();
  once.launch(stream);
  stream.synchronize();
  builder.begin();
  buffer.fill(std::byte{2}, builder);
  builder.end();
  const Graph graph = builder.complete();
  builder.begin();
  buffer.fill(std::byte{3}, builder);
  builder.end();
  graph.update(builder);
  graph.upload(stream);
  graph.launch(stream);
  stream.synchronize();
}

class GraphFaultSweep : public tests::DeviceTest {};

TEST_P(GraphFaultSweep, EveryFailedCallLeavesNothingBehindAndTheStreamUsable) {
  const std::vector<std::string> lines = tests::sweep_faults([&](const tests::FaultRound& round) {
    const Stream stream = Device::open(GetParam(), round.options).create_stream();
    const Buffer buffer = stream.device().allocate(256, stream);
    const auto expect_usable = [&] {
      std::vector<std::byte> seen(256);
      EXPECT_NO_THROW({
        buffer.fill(std::byte{9}, stream);
        buffer.copy_to(seen, stream);
        stream.synchronize();
      });
      EXPECT_EQ(seen, std::vector<std::byte>(256, std::byte{9}));
    };
    try {
      use_graph(stream, buffer);
    } catch (const DriverError&) {
      expect_usable();
      throw;
    }
    if (round.faults->has_fired()) {
      expect_usable();
    }
  });
  for (const std::string& line : lines) {
    EXPECT_NE(line.find(to_string(GetParam()) + ": cu"), std::string::npos) << line;
  }
  EXPECT_GE(lines.size(), 45U) << "the sweep reached the end";
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(GraphFaultSweep);

}  // namespace
}  // namespace texelscope::gpu

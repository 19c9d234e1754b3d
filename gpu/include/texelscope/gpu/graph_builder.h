#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

class GraphBuilderBox;

/// Schedules the work of a conditional node's body on the builder that it is given.
using GraphBody = std::function<void(const GraphBuilder& body)>;

/// Records work instead of doing it: between begin() and end() it is taken wherever a stream is (copies, fills,
/// launches, allocations, events), and complete() makes a Graph of what was recorded. A cheap reference; use it from
/// one thread at a time. Dropping the last reference throws a recording away that has not ended.
///
/// The rules are those of cuStreamBeginCapture: nothing may wait for recorded work or ask about it, and events from
/// outside of the recording cannot be waited for. Calls that are not ordered on a stream happen at once, as always.
class GraphBuilder {
 public:
  /// Records what is scheduled on `stream`, whoever schedules it.
  /// @throws InvalidArgument for the default stream, which cannot be captured; InvalidState when it is closed.
  [[nodiscard]] static GraphBuilder from_stream(const Stream& stream);

  /// Starts to record; what was recorded before is let go.
  /// @throws InvalidState when it records already, when its stream is recorded by another builder, or when this is a
  /// branch or a body, which begin by themselves.
  void begin() const;
  /// Ends the recording. @throws InvalidState when it does not record, when branches are not joined, or when this is a
  /// branch or a body, which are ended for you; DriverError when the recording was spoiled: nothing is left of it then.
  void end() const;
  [[nodiscard]] bool is_building() const noexcept;  ///< Whether it records.

  /// Takes the place of a stream. @throws InvalidState when it does not record.
  operator const Stream&() const;

  /// `count` ≥ 1 builders whose work follows what was recorded here so far, and runs at the same time otherwise.
  [[nodiscard]] std::vector<GraphBuilder> fork(std::size_t count) const;
  /// Work recorded here from now on follows that of `branches`, which are closed by it.
  /// @throws InvalidArgument for one that was not forked in this recording; InvalidState for one that has been joined.
  void join(std::span<const GraphBuilder> branches) const;

  /// A value for one conditional node of this recording; kernels set it (kernels::Condition). Each launch starts with
  /// `initial_value`. @throws Unavailable where the driver has no conditional nodes (before CUDA 12.4), with the
  /// reason.
  [[nodiscard]] ConditionHandle create_condition(std::uint32_t initial_value) const;
  /// Runs `then` when the condition is not 0 at that point of the graph. Bodies hold launches, copies, fills and
  /// conditional nodes, no allocations (cuGraphAddNode). @throws what a body throws; Unavailable.
  void if_then(ConditionHandle condition, const GraphBody& then) const;
  /// Runs `then` or, when the condition is 0, `otherwise`. @throws Unavailable before CUDA 12.8.
  void if_then_else(ConditionHandle condition, const GraphBody& then, const GraphBody& otherwise) const;
  /// Runs `body` again and again while the condition is not 0; the body sets it.
  void while_loop(ConditionHandle condition, const GraphBody& body) const;
  /// Runs the body whose number the condition is; none when it is `cases`.size() or more. At least one case.
  /// @throws Unavailable before CUDA 12.8.
  void switch_case(ConditionHandle condition, std::span<const GraphBody> cases) const;

  /// Makes the recording ready to be launched (cuGraphInstantiateWithFlags). Memory that a launch allocated and nothing
  /// freed is freed by the next. Each Graph has child graphs and conditions of its own.
  /// @throws InvalidState when nothing has been recorded and ended; DriverError (not_supported) while a Graph of this
  /// recording lives, where it allocates or frees memory or has conditional nodes.
  [[nodiscard]] Graph complete() const;
  /// What the recorded nodes do. @throws InvalidState as complete().
  [[nodiscard]] std::vector<GraphNodeKind> node_kinds() const;
  /// The recording in the DOT language. @throws InvalidState as complete().
  [[nodiscard]] std::string debug_dot() const;

  /// The device whose work is recorded. @throws InvalidState when closed.
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit GraphBuilder(std::shared_ptr<GraphBuilderBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<GraphBuilderBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<GraphBuilderBox> box_;
};

}  // namespace texelscope::gpu

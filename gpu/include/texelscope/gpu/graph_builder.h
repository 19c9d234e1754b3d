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

/// Schedules the work of a conditional node's body on the given builder.
using GraphBody = std::function<void(const GraphBuilder& body)>;

/// Records work instead of executing it: between begin() and end(), it can be used in place of a stream (copies, fills,
/// launches, allocations, events), and complete() creates a Graph from the recording. A cheap reference; use it from
/// one thread at a time. Dropping the last reference discards a recording that has not ended.
///
/// The rules are those of cuStreamBeginCapture: nothing may wait for recorded work or query it, and events from outside
/// the recording cannot be waited for. Calls that are not stream-ordered execute immediately, as always.
class GraphBuilder {
 public:
  /// Records all work that is scheduled on `stream`, by any caller.
  /// @throws InvalidArgument for the default stream, which cannot be captured; InvalidState when it is closed.
  [[nodiscard]] static GraphBuilder from_stream(const Stream& stream);

  /// Starts recording; discards the previous recording.
  /// @throws InvalidState if it is already recording, if a different builder records its stream, or if this is a branch
  /// or a body, which begin automatically.
  void begin() const;
  /// Ends the recording. @throws InvalidState if it is not recording, if branches are not joined, or if this is a
  /// branch or a body, which end automatically; DriverError if the recording was invalidated, in which case it is lost.
  void end() const;
  [[nodiscard]] bool is_building() const noexcept;  ///< Whether it is recording.

  /// Allows the builder to be used as a stream. @throws InvalidState if it is not recording.
  operator const Stream&() const;

  /// `count` ≥ 1 builders whose work follows the work recorded here so far and otherwise runs concurrently.
  [[nodiscard]] std::vector<GraphBuilder> fork(std::size_t count) const;
  /// Makes work recorded here from now on follow the work of `branches`, and closes them.
  /// @throws InvalidArgument for a branch that was not forked in this recording; InvalidState for a branch that has
  /// already been joined.
  void join(std::span<const GraphBuilder> branches) const;

  /// A value for one conditional node of this recording; kernels set it (kernels::Condition). Each launch starts with
  /// `initial_value`. @throws Unavailable if the driver has no conditional nodes (before CUDA 12.4), with the reason.
  [[nodiscard]] ConditionHandle create_condition(std::uint32_t initial_value) const;
  /// Runs `then` if the condition is not 0 at that point of the graph. Bodies may contain launches, copies, fills and
  /// conditional nodes, but no allocations (cuGraphAddNode). @throws any exception of a body; Unavailable.
  void if_then(ConditionHandle condition, const GraphBody& then) const;
  /// Runs `then` or, if the condition is 0, `otherwise`. @throws Unavailable before CUDA 12.8.
  void if_then_else(ConditionHandle condition, const GraphBody& then, const GraphBody& otherwise) const;
  /// Repeats `body` while the condition is not 0; the body sets it.
  void while_loop(ConditionHandle condition, const GraphBody& body) const;
  /// Runs the body whose index equals the condition; none if it is `cases`.size() or more. Requires at least one case.
  /// @throws Unavailable before CUDA 12.8.
  void switch_case(ConditionHandle condition, std::span<const GraphBody> cases) const;

  /// Instantiates the recording for launching (cuGraphInstantiateWithFlags). Memory that a launch allocated but that
  /// nothing freed is freed by the next launch. Each Graph has its own child graphs and conditions.
  /// @throws InvalidState if there is no ended recording; DriverError (not_supported) while another Graph of this
  /// recording exists, if it allocates or frees memory or has conditional nodes.
  [[nodiscard]] Graph complete() const;
  /// The operations of the recorded nodes. @throws InvalidState like complete().
  [[nodiscard]] std::vector<GraphNodeKind> node_kinds() const;
  /// The recording in the DOT language. @throws InvalidState like complete().
  [[nodiscard]] std::string debug_dot() const;

  /// The device whose work is recorded. @throws InvalidState when closed.
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit GraphBuilder(std::shared_ptr<GraphBuilderBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<GraphBuilderBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<GraphBuilderBox> box_;
};

}  // namespace texelscope::gpu

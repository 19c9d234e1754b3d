#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/cpu/graph/captured_graph.h"

namespace texelscope::gpu::cpu {

/// The values of a graph's conditions in one of its executables: an H100 keeps separate values for two executables of
/// one recording.
class ConditionValues {
 public:
  /// Conditions of the graph and of the bodies in it. @throws std::bad_alloc.
  explicit ConditionValues(const CapturedGraph& graph) { add(graph); }

  /// Sets every condition to the value that a launch begins with.
  void reset() noexcept;
  /// 0 for a condition of a different graph.
  [[nodiscard]] std::uint32_t value_of(const kernels::HostCondition& condition) const noexcept;

  /// The values that kernels on this thread set; null if it runs no graph.
  [[nodiscard]] static ConditionValues* current() noexcept;
  /// HostCondition::set: does nothing if the thread runs no graph with this condition.
  static void set_current(const kernels::HostCondition& condition, std::uint32_t value) noexcept;

  /// While this object exists, kernels on this thread set `values`.
  class Scope {
   public:
    explicit Scope(ConditionValues* values) noexcept;
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    ConditionValues* before_;
  };

 private:
  void add(const CapturedGraph& graph);

  std::vector<std::pair<std::shared_ptr<const Condition>, std::uint32_t>> values_;
};

}  // namespace texelscope::gpu::cpu

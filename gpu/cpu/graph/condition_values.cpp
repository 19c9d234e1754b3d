#include "gpu/cpu/graph/condition_values.h"

namespace texelscope::gpu::cpu {
namespace {

thread_local ConditionValues* current_values = nullptr;

}  // namespace

void ConditionValues::add(const CapturedGraph& graph) {
  for (const auto& condition : graph.conditions) {
    values_.emplace_back(condition, condition->initial_value);
  }
  for (const GraphNode& node : graph.nodes) {
    for (const auto& body : node.bodies) {
      add(*body);
    }
  }
}

void ConditionValues::reset() noexcept {
  for (auto& [condition, value] : values_) {
    value = condition->initial_value;
  }
}

std::uint32_t ConditionValues::value_of(const kernels::HostCondition& condition) const noexcept {
  for (const auto& [own, value] : values_) {
    if (own.get() == &condition) {
      return value;
    }
  }
  return 0;
}

ConditionValues* ConditionValues::current() noexcept { return current_values; }

void ConditionValues::set_current(const kernels::HostCondition& condition, std::uint32_t value) noexcept {
  if (current_values == nullptr) {
    return;
  }
  for (auto& [own, own_value] : current_values->values_) {
    if (own.get() == &condition) {
      own_value = value;
    }
  }
}

ConditionValues::Scope::Scope(ConditionValues* values) noexcept : before_{std::exchange(current_values, values)} {}

ConditionValues::Scope::~Scope() { current_values = before_; }

}  // namespace texelscope::gpu::cpu

#include "texelscope/gpu/fault_injector.h"

#include <utility>

namespace texelscope::gpu {

FaultInjector::FaultInjector(Fault fault) : fault_{std::move(fault)} {}

FaultInjector::FaultInjector(std::uint64_t nth, Status status) : fault_{{}, nth, status} {}

FaultInjector::FaultInjector(std::string name, std::uint64_t nth, Status status)
    : fault_{std::move(name), nth, status} {}

Status FaultInjector::before(const CallView& call) noexcept {
  if (fault_.is_lasting && has_fired()) {
    return fault_.status;
  }
  if (!fault_.name.empty() && call.name() != fault_.name) {
    return Status::success;
  }
  if (count_.fetch_add(1) + 1 != fault_.nth) {
    return Status::success;
  }
  // A literal, which ends with a null character.
  failed_call_.store(call.name().data());
  return fault_.status;
}

std::string_view FaultInjector::failed_call() const noexcept {
  const char* const name = failed_call_.load();
  return name == nullptr ? std::string_view{} : std::string_view{name};
}

}  // namespace texelscope::gpu

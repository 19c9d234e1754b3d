#include "texelscope/gpu/fault_injector.h"

#include <utility>

namespace texelscope::gpu {

FaultInjector::FaultInjector(std::uint64_t nth, Status status) : nth_{nth}, status_{status} {}

FaultInjector::FaultInjector(std::string name, std::uint64_t nth, Status status)
    : name_{std::move(name)}, nth_{nth}, status_{status} {}

Status FaultInjector::before(const CallView& call) noexcept {
  if (!name_.empty() && call.name() != name_) {
    return Status::success;
  }
  if (count_.fetch_add(1) + 1 != nth_) {
    return Status::success;
  }
  fired_.store(true);
  return status_;
}

}  // namespace texelscope::gpu

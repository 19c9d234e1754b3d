#include "texelscope/gpu/call_observer.h"

#include <array>

#include "texelscope/gpu/packed_arguments.h"

namespace texelscope::gpu {

std::string_view to_string(ObjectKind kind) noexcept {
  constexpr std::array<std::string_view, 21> names{"none",
                                                   "context",
                                                   "stream",
                                                   "event",
                                                   "memory",
                                                   "host memory",
                                                   "array",
                                                   "mipmapped array",
                                                   "texture",
                                                   "surface",
                                                   "graphics resource",
                                                   "mapping",
                                                   "module",
                                                   "graph",
                                                   "executable graph",
                                                   "memory pool",
                                                   "address range",
                                                   "physical memory",
                                                   "memory mapping",
                                                   "external memory",
                                                   "external semaphore"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view to_string(WorkKind kind) noexcept {
  constexpr std::array<std::string_view, 7> names{"host", "launch", "copy", "memory", "mapping", "record", "wait"};
  return names[static_cast<std::size_t>(kind)];
}

void CallView::pack_arguments(PackedArguments& packed) const noexcept {
  try {
    packed.add_text("", arguments());
  } catch (...) {
    packed.add_text("", "(no memory for the arguments)");
  }
}

Status CallObserver::before(const CallView& /*call*/) noexcept { return Status::success; }

void CallObserver::after(const CallView& /*call*/, Status /*status*/, CallClock::time_point /*start*/,
                         CallClock::time_point /*end*/) noexcept {}

}  // namespace texelscope::gpu

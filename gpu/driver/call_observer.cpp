#include "texelscope/gpu/call_observer.h"

#include <array>

#include "texelscope/gpu/packed_arguments.h"

namespace texelscope::gpu {

std::string_view to_string(ObjectKind kind) noexcept {
  switch (kind) {
    case ObjectKind::none:
      return "none";
    case ObjectKind::context:
      return "context";
    case ObjectKind::stream:
      return "stream";
    case ObjectKind::event:
      return "event";
    case ObjectKind::memory:
      return "memory";
    case ObjectKind::host_memory:
      return "host memory";
    case ObjectKind::array:
      return "array";
    case ObjectKind::mipmapped_array:
      return "mipmapped array";
    case ObjectKind::texture:
      return "texture";
    case ObjectKind::surface:
      return "surface";
    case ObjectKind::graphics_resource:
      return "graphics resource";
    case ObjectKind::mapping:
      return "mapping";
    case ObjectKind::kernel_module:
      return "module";
    case ObjectKind::graph:
      return "graph";
    case ObjectKind::graph_exec:
      return "executable graph";
    case ObjectKind::memory_pool:
      return "memory pool";
    case ObjectKind::address_range:
      return "address range";
    case ObjectKind::physical_memory:
      return "physical memory";
    case ObjectKind::memory_mapping:
      return "memory mapping";
    case ObjectKind::external_memory:
      return "external memory";
    case ObjectKind::external_semaphore:
      return "external semaphore";
  }
  return "unknown";
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

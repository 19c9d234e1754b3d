#include "gpu/driver/calls/graph.h"

#include <array>
#include <cstddef>

#include "gpu/layout/name_at.h"
#include "texelscope/gpu/graph.h"

namespace texelscope::gpu {

std::string_view to_string(GraphNodeKind kind) noexcept {
  constexpr std::array<std::string_view, 14> names{"kernel",           "copy",           "fill",       "host",
                                                   "child graph",      "empty",          "wait event", "record event",
                                                   "signal semaphore", "wait semaphore", "allocate",   "free",
                                                   "batch memory",     "conditional"};
  return name_at(names, kind);
}

namespace driver {

std::string_view to_string(ConditionalKind kind) noexcept {
  constexpr std::array<std::string_view, 3> names{"if", "while", "switch"};
  return name_at(names, kind);
}

std::string_view to_string(GraphUpdateRefusal refusal) noexcept {
  constexpr std::array<std::string_view, 9> names{"none",
                                                  "unspecified by the driver",
                                                  "the nodes or their dependencies differ",
                                                  "a node does something else",
                                                  "a node runs a different kernel",
                                                  "a parameter that cannot be updated was changed",
                                                  "a node cannot be updated",
                                                  "a node runs a kernel of an incompatible kind",
                                                  "an attribute of a node changed"};
  return name_at(names, refusal);
}

}  // namespace driver
}  // namespace texelscope::gpu

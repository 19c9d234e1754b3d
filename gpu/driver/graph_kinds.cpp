#include "gpu/driver/calls/graph.h"

#include <array>
#include <cstddef>

#include "texelscope/gpu/graph_node_kind.h"

namespace texelscope::gpu {
namespace {

template <std::size_t count>
std::string_view name_at(const std::array<std::string_view, count>& names, int number) noexcept {
  return number >= 0 && static_cast<std::size_t>(number) < count ? names[static_cast<std::size_t>(number)] : "unknown";
}

}  // namespace

std::string_view to_string(GraphNodeKind kind) noexcept {
  constexpr std::array<std::string_view, 14> names{"kernel",           "copy",           "fill",       "host",
                                                   "child graph",      "empty",          "wait event", "record event",
                                                   "signal semaphore", "wait semaphore", "allocate",   "free",
                                                   "batch memory",     "conditional"};
  return name_at(names, static_cast<int>(kind));
}

namespace driver {

std::string_view to_string(ConditionalKind kind) noexcept {
  constexpr std::array<std::string_view, 3> names{"if", "while", "switch"};
  return name_at(names, static_cast<int>(kind));
}

std::string_view to_string(GraphUpdateRefusal refusal) noexcept {
  constexpr std::array<std::string_view, 9> names{"none",
                                                  "the driver gives none",
                                                  "the nodes or their dependencies are others",
                                                  "a node does something else",
                                                  "a node runs another kernel",
                                                  "a parameter changed that an update cannot change",
                                                  "a node cannot be updated",
                                                  "a node runs a kernel of another sort",
                                                  "an attribute of a node changed"};
  return name_at(names, static_cast<int>(refusal));
}

}  // namespace driver
}  // namespace texelscope::gpu

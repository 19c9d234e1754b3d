#pragma once

#include <span>
#include <string_view>

namespace texelscope::app {

/// One property of this build, such as {"compiler", "GNU 12.2.0"}.
struct BuildFact {
  std::string_view name;
  std::string_view value;
};

/// The sources and tools of this build, in print order: version (always the first), commit (only in a git tree), date
/// of the sources, build type, system, compiler, CUDA, CUDA driver API (only with CUDA), then libraries. CMake
/// determines these facts when it configures the build.
[[nodiscard]] std::span<const BuildFact> build_facts();

/// The value of the fact with this name; empty if there is none.
[[nodiscard]] inline std::string_view build_fact(std::string_view name) {
  for (const BuildFact& fact : build_facts()) {
    if (fact.name == name) {
      return fact.value;
    }
  }
  return {};
}

}  // namespace texelscope::app

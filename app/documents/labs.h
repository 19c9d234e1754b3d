#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/images/image.h"
#include "app/labs/capabilities.h"
#include "app/labs/lab.h"

namespace texelscope::app {

/// The labs, and the open one.
struct Labs {
  std::span<const LabDeclaration> all;
  /// One for each lab.
  std::vector<std::unique_ptr<LabState>> states;
  /// The open lab, which replaces and pauses the scene; nothing for none.
  std::optional<std::size_t> current;
  /// The last picture that each lab was given, by the position of the lab.
  std::map<std::size_t, std::weak_ptr<const Image>> given;

  [[nodiscard]] bool is_any_open() const noexcept { return current.has_value(); }
  [[nodiscard]] bool is_open(std::size_t lab) const noexcept { return current == lab; }
};

/// The declaration of the open lab; null for none.
[[nodiscard]] inline const LabDeclaration* current_lab(const Labs& labs) {
  return labs.current ? &labs.all[*labs.current] : nullptr;
}
/// The open lab; null for none.
[[nodiscard]] inline LabState* open_lab(const Labs& labs) {
  return labs.current ? labs.states[*labs.current].get() : nullptr;
}
/// A capability of the lab at this position, see app/labs/capabilities.h; null if it lacks that one.
template <class Capability>
[[nodiscard]] Capability* capability(const Labs& labs, std::size_t lab) {
  return dynamic_cast<Capability*>(labs.states[lab].get());
}
/// A capability of the open lab; null if it lacks that one, or no lab is open.
template <class Capability>
[[nodiscard]] Capability* current_capability(const Labs& labs) {
  return dynamic_cast<Capability*>(open_lab(labs));
}
/// Whether the scene keeps running behind the open lab, which observes it.
[[nodiscard]] inline bool is_scene_watched(const Labs& labs) {
  const auto* const lab = current_capability<WatchesScene>(labs);
  return lab != nullptr && lab->watches_scene();
}
/// The position of the first lab with a capability that `is_wanted`; nothing if there is none.
template <class Capability, class IsWanted>
[[nodiscard]] std::optional<std::size_t> find_capability(const Labs& labs, const IsWanted& is_wanted) {
  for (std::size_t lab = 0; lab < labs.states.size(); ++lab) {
    if (const auto* const found = capability<Capability>(labs, lab); found != nullptr && is_wanted(*found)) {
      return lab;
    }
  }
  return std::nullopt;
}
template <class Capability>
[[nodiscard]] std::optional<std::size_t> find_capability(const Labs& labs) {
  return find_capability<Capability>(labs, [](const Capability&) { return true; });
}

}  // namespace texelscope::app

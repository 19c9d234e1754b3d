#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace texelscope::app {

/// The current name of a choice or lesson, given its name from a session or command line of an earlier version; other
/// names unchanged.
[[nodiscard]] constexpr std::string_view current_name(std::string_view name) noexcept {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> renamed{
      {{"given_back", "released"},
       {"grey", "gray"},
       {"lent", "acquired"},
       {"lent_and_given_back", "mapped_and_unmapped"},
       {"normalised_reads", "normalized_reads"},
       {"pitch_2d", "pitch2d"},
       {"texel_centres", "texel_centers"}}};
  const auto found = std::ranges::find(renamed, name, &std::pair<std::string_view, std::string_view>::first);
  return found == renamed.end() ? name : found->second;
}

}  // namespace texelscope::app

#include "app/text/nearest_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace texelscope::app {
namespace {

/// Levenshtein distance: insertions, deletions and replacements from one text to the other.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> names) {
  // Names are short; a longer text is near to none, and not worth the quadratic time.
  if (name.empty() || name.size() > 64) {
    return {};
  }
  std::string_view nearest;
  std::size_t smallest = std::max<std::size_t>(2, name.size() / 2) + 1;
  for (const std::string_view candidate : names) {
    // The beginning of a name counts as near, however much is missing.
    const std::size_t distance = candidate.starts_with(name) ? 1 : edit_distance(name, candidate);
    if (distance < smallest && distance < candidate.size()) {
      smallest = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string advise_names(std::string_view name, std::span<const std::string_view> names, std::string_view kind) {
  const std::string_view nearest = nearest_name(name, names);
  return fmt::format("{}{}: {}", nearest.empty() ? "" : fmt::format("did you mean '{}'? ", nearest), kind,
                     fmt::join(names, ", "));
}

}  // namespace texelscope::app

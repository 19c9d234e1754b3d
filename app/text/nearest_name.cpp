#include "app/text/nearest_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace texelscope::app {
namespace {

/// Levenshtein distance: insertions, deletions and replacements from one string to the other.
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

/// The nearest name by edit distance, of those that are at most `max_distance` away; empty if there is none.
std::string_view nearest_within(std::string_view name, std::span<const std::string_view> names,
                                std::size_t max_distance) {
  // Names are short: nothing is near a longer string, so the quadratic time is saved.
  if (name.empty() || name.size() > 64) {
    return {};
  }
  std::string_view nearest;
  std::size_t smallest = max_distance + 1;
  for (const std::string_view candidate : names) {
    // The beginning of a name is near it, no matter how much is missing.
    const std::size_t distance = candidate.starts_with(name) ? 1 : edit_distance(name, candidate);
    if (distance < smallest && distance < candidate.size()) {
      smallest = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> names) {
  return nearest_within(name, names, std::max<std::size_t>(2, name.size() / 2));
}

std::string_view near_name(std::string_view name, std::span<const std::string_view> names) {
  return nearest_within(name, names, std::max<std::size_t>(2, name.size() / 6));
}

std::string advise_names(std::string_view name, std::span<const std::string_view> names, std::string_view kind) {
  const std::string_view nearest = nearest_name(name, names);
  return fmt::format("{}{}: {}", nearest.empty() ? "" : fmt::format("did you mean '{}'? ", nearest), kind,
                     fmt::join(names, ", "));
}

}  // namespace texelscope::app

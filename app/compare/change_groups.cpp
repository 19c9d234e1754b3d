#include "app/compare/change_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace texelscope::app {
namespace {

/// Pixels by which places and sizes of like changes may differ: text moves by as much.
constexpr int place_tolerance = 8;
/// Steps of 255 by which mean colors may differ.
constexpr int color_tolerance = 24;
/// The number of pixels from which a cluster's number of pixels, largest error and colors identify a change.
constexpr std::uint64_t least_known_pixels = 16;

std::span<const DifferenceCluster> clusters_of(const PairResult& result) {
  const Comparison* const comparison = shown_comparison(result);
  return comparison == nullptr ? std::span<const DifferenceCluster>() : std::span(comparison->clusters);
}

bool are_near(int one, int other, int tolerance) { return std::abs(one - other) <= tolerance; }

/// A side of a text differs by its length.
bool are_alike_sides(int one, int other) { return are_near(one, other, std::max(place_tolerance, one / 8)); }

bool are_alike(const MeanColor& one, const MeanColor& other) {
  return std::ranges::equal(one, other, [](int a, int b) { return are_near(a, b, color_tolerance); });
}

/// The order of the largest clusters from top to bottom: which is the largest may differ by a pixel.
std::vector<std::size_t> from_top(std::span<const DifferenceCluster> clusters) {
  std::vector<std::size_t> order(std::min(clusters.size(), most_color_changes));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t index) { return std::pair(clusters[index].y, clusters[index].x); });
  return order;
}

bool have_alike_sides(const DifferenceCluster& one, const DifferenceCluster& other) {
  return are_alike_sides(one.width, other.width) && are_alike_sides(one.height, other.height);
}

bool are_alike_clusters(const PairResult& one, const PairResult& other) {
  const auto first = clusters_of(one);
  const auto second = clusters_of(other);
  if (shown_comparison(one)->cluster_count != shown_comparison(other)->cluster_count || first.size() != second.size() ||
      one.colors.size() != other.colors.size()) {
    return false;
  }
  const std::vector<std::size_t> order = from_top(first);
  return std::ranges::equal(order, from_top(second), [&](std::size_t a, std::size_t b) {
    const bool is_same_place = are_near(first[a].x, second[b].x, place_tolerance) &&
                               are_near(first[a].y, second[b].y, place_tolerance) &&
                               have_alike_sides(first[a], second[b]);
    return is_same_place && (a >= one.colors.size() || b >= other.colors.size() ||
                             (are_alike(one.colors[a].expected, other.colors[b].expected) &&
                              are_alike(one.colors[a].actual, other.colors[b].actual)));
  });
}

/// For each cluster: its pixels, largest error and colors.
using ChangeSignature = std::vector<std::array<double, 8>>;

/// The differences, wherever they are: of a button that moved with the text above it. Empty if they do not identify a
/// change.
ChangeSignature signature_of(const PairResult& result) {
  const auto clusters = clusters_of(result);
  ChangeSignature signature;
  if (kind_of(result) != ChangeKind::changed || clusters.size() > result.colors.size()) {
    return signature;
  }
  for (const std::size_t index : from_top(clusters)) {
    const DifferenceCluster& cluster = clusters[index];
    const auto& [before, after] = result.colors[index];
    if (cluster.pixels < least_known_pixels) {
      return {};
    }
    signature.push_back({static_cast<double>(cluster.pixels), cluster.max_error, static_cast<double>(before[0]),
                         static_cast<double>(before[1]), static_cast<double>(before[2]), static_cast<double>(after[0]),
                         static_cast<double>(after[1]), static_cast<double>(after[2])});
  }
  return signature;
}

std::array<int, 2> growth_of(const PairResult& result) {
  const ImageSizes sizes = result.sizes.value_or(ImageSizes());
  return {sizes.actual[0] - sizes.expected[0], sizes.actual[1] - sizes.expected[1]};
}

bool are_alike(const PairResult& one, const PairResult& other) {
  const ChangeKind kind = kind_of(one);
  if (kind != kind_of(other)) {
    return false;
  }
  if (kind == ChangeKind::resized) {
    return growth_of(one) == growth_of(other);
  }
  if (kind != ChangeKind::changed) {
    return true;
  }
  if (clusters_of(one).empty() || clusters_of(other).empty()) {
    return clusters_of(one).empty() && clusters_of(other).empty() && one.failures.front() == other.failures.front();
  }
  return are_alike_clusters(one, other);
}

/// For two pairs of one signature.
bool have_alike_shapes(const PairResult& one, const PairResult& other) {
  const auto first = clusters_of(one);
  const auto second = clusters_of(other);
  return std::ranges::equal(from_top(first), from_top(second),
                            [&](std::size_t a, std::size_t b) { return have_alike_sides(first[a], second[b]); });
}

/// The first row of a pair's differences: like pairs have nearly the same, so only few need a closer look.
int first_row(const PairResult& result) {
  const auto clusters = clusters_of(result);
  return kind_of(result) != ChangeKind::changed || clusters.empty() ? -2 * place_tolerance
                                                                    : clusters[from_top(clusters).front()].y;
}

/// Numbers the groups anew: those of one pair are listed with the first of them. `sizes` contains the number of pairs
/// of each group.
void number_groups(std::vector<PairResult>& results, const std::vector<std::size_t>& sizes) {
  const auto first_single = std::ranges::find(sizes, std::size_t{1}) - sizes.begin();
  std::vector<std::ptrdiff_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::ptrdiff_t{0});
  std::ranges::stable_sort(order, {}, [&](std::ptrdiff_t group) {
    return sizes[static_cast<std::size_t>(group)] == 1 ? first_single : group;
  });
  std::vector<std::size_t> numbers(sizes.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    numbers[static_cast<std::size_t>(order[place])] = place + 1;
  }
  for (PairResult& result : results) {
    result.group = result.group > 0 ? numbers[result.group - 1] : 0;
  }
}

}  // namespace

ChangeKind kind_of(const PairResult& result) {
  return result.has_passed() ? ChangeKind::none : result.kind == ChangeKind::none ? ChangeKind::changed : result.kind;
}

const Comparison* shown_comparison(const PairResult& result) {
  return result.comparison ? &*result.comparison : result.common_part ? &*result.common_part : nullptr;
}

void group_changes(std::vector<PairResult>& results) {
  // The worst pair of each group.
  std::multimap<int, const PairResult*> leaders;
  std::map<ChangeSignature, const PairResult*> signatures;
  std::vector<std::size_t> sizes;
  for (PairResult& result : results) {
    result.group = 0;
    if (result.has_passed()) {
      continue;
    }
    const int row = first_row(result);
    const auto end = leaders.upper_bound(row + place_tolerance);
    const auto found = std::find_if(leaders.lower_bound(row - place_tolerance), end,
                                    [&](const auto& leader) { return are_alike(*leader.second, result); });
    const ChangeSignature signature = signature_of(result);
    const auto same = signature.empty() ? signatures.end() : signatures.find(signature);
    const bool is_same = same != signatures.end() && have_alike_shapes(*same->second, result);
    if (found != end) {
      result.group = found->second->group;
    } else if (is_same) {
      result.group = same->second->group;
    } else {
      sizes.push_back(0);
      result.group = sizes.size();
      leaders.emplace(row, &result);
    }
    signatures.try_emplace(signature, &result);
    ++sizes[result.group - 1];
  }
  number_groups(results, sizes);
}

std::string change_text(const PairResult& result) {
  if (kind_of(result) == ChangeKind::resized) {
    const std::array<int, 2> growth = growth_of(result);
    std::string text;
    for (const auto& [change, larger, smaller] :
         {std::tuple(growth[0], "wider", "narrower"), std::tuple(growth[1], "taller", "shorter")}) {
      if (change != 0) {
        text += fmt::format("{}{} px {}", text.empty() ? "" : ", ", std::abs(change), change > 0 ? larger : smaller);
      }
    }
    return text;
  }
  const auto clusters = clusters_of(result);
  return clusters.empty() ? ""
                          : fmt::format("{}×{} px at ({}, {})", clusters.front().width, clusters.front().height,
                                        clusters.front().x, clusters.front().y);
}

}  // namespace texelscope::app

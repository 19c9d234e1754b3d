#include "app/compare/image_pair.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/compare/colors.h"
#include "app/images/image_file.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// In a report of hundreds, the pictures that nobody has to look at closely would be most of it.
constexpr int largest_same_picture = 256;

/// Moves the map of ꟻLIP out of the result.
void keep_images(const ImagePair& pair, PairResult& result) {
  const bool is_same = result.comparison && result.comparison->differing_pixels == 0;
  if (pair.expected) {
    result.images.expected =
        is_same ? encode_png(reduced(*pair.expected, largest_same_picture)) : encode_png(*pair.expected);
  }
  if (pair.actual && !is_same) {
    result.images.actual = encode_png(*pair.actual);
  }
  if (result.comparison && !result.comparison->flip_map.empty()) {
    result.images.flip_map = encode_png({result.comparison->width, result.comparison->height, 1, gpu::DataType::uint8,
                                         std::exchange(result.comparison->flip_map, {})});
  }
}

}  // namespace

PairResult compare_pair(const ImagePair& pair, const ComparisonOptions& options, KeepImages keep) {
  const auto start = std::chrono::steady_clock::now();
  PairResult result;
  result.name = pair.name;
  result.parameters = pair.parameters;
  for (const std::optional<Image>* const image : {&pair.expected, &pair.actual}) {
    if (*image && !(*image)->note.empty() && std::ranges::find(result.notes, (*image)->note) == result.notes.end()) {
      result.notes.push_back((*image)->note);
    }
  }
  if (!pair.expected) {
    result.failures.push_back("expected: " + pair.expected_error);
  }
  if (!pair.actual) {
    result.failures.push_back("actual: " + pair.actual_error);
  }
  if (pair.expected && pair.actual) {
    try {
      ComparisonOptions wanted = options;
      wanted.keeps_flip_map = keep == KeepImages::yes;
      wanted.measures_all = options.measures_all || keep == KeepImages::yes;
      result.comparison = compare_images(*pair.expected, *pair.actual, wanted);
      result.failures = broken_limits(*result.comparison, options.limits);
    } catch (const gpu::InvalidArgument& error) {
      result.failures.emplace_back(error.what());
    }
  }
  if (keep == KeepImages::yes) {
    keep_images(pair, result);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

void sort_worst_first(std::vector<PairResult>& results) {
  const auto key = [](const PairResult& result) {
    const bool is_compared = result.comparison.has_value();
    const bool has_clusters = is_compared && !result.comparison->clusters.empty();
    return std::tuple(is_compared, result.has_passed(),
                      has_clusters ? -static_cast<double>(result.comparison->clusters.front().pixels) : 0,
                      is_compared ? -result.comparison->max_error : 0, std::string_view(result.name));
  };
  std::ranges::sort(results, [&](const PairResult& a, const PairResult& b) { return key(a) < key(b); });
}

}  // namespace texelscope::app

#include "app/compare/compare_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/compare/change.h"
#include "app/compare/exact_errors.h"
#include "app/compare/file_differences.h"
#include "app/compare/report/place_picture.h"
#include "app/compare/report/report_pictures.h"
#include "app/files/file.h"
#include "app/images/image_convert.h"
#include "app/text/name_order.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

namespace {

bool has_same_size(const Image& expected, const Image& actual) {
  return expected.width == actual.width && expected.height == actual.height;
}

/// The notes of the two files: one that only one of them has names it.
std::vector<std::string> notes_of(const ImagePair& pair) {
  const std::string expected = pair.expected ? pair.expected->note : "";
  const std::string actual = pair.actual ? pair.actual->note : "";
  std::vector<std::string> notes;
  if (expected == actual) {
    if (!expected.empty()) {
      notes.push_back(expected);
    }
    return notes;
  }
  for (const auto& [file, note] : {std::pair{"expected", expected}, std::pair{"actual", actual}}) {
    if (!note.empty()) {
      notes.push_back(fmt::format("{}: {}", file, note));
    }
  }
  return notes;
}

ChangeKind kind_of_files(const ImagePair& pair) {
  if (pair.expected && pair.actual) {
    return has_same_size(*pair.expected, *pair.actual) ? ChangeKind::changed : ChangeKind::resized;
  }
  const bool is_damaged =
      (!pair.expected && is_there(pair.expected_file)) || (!pair.actual && is_there(pair.actual_file));
  return is_damaged ? ChangeKind::damaged : pair.actual ? ChangeKind::extra : ChangeKind::missing;
}

/// Compares the part from the top left that images of different sizes share, so that users see what else changed.
/// Images that are not comparable for another reason, too, have no figures.
void compare_common_part(const ImagePair& pair, const ComparisonOptions& options, KeepImages keep, PairResult& result) {
  const Image& expected = *pair.expected;
  const Image& actual = *pair.actual;
  result.sizes = {{expected.width, expected.height}, {actual.width, actual.height}};
  const PixelRectangle part{0, 0, std::min(expected.width, actual.width), std::min(expected.height, actual.height)};
  ImagePair common;
  common.expected = part_of(expected, part);
  common.actual = part_of(actual, part);
  std::vector<std::uint8_t> mask;
  for (int y = 0; y < part.height && !options.mask.empty(); ++y) {
    const auto row = options.mask.subspan(static_cast<std::size_t>(y) * static_cast<std::size_t>(expected.width));
    mask.insert(mask.end(), row.begin(), row.begin() + part.width);
  }
  ComparisonOptions wanted = options;
  wanted.keeps_flip_map = keep != KeepImages::no;
  wanted.mask = mask;
  wanted.missing = {};
  try {
    result.common_part = compare_images(*common.expected, *common.actual, wanted);
  } catch (const gpu::InvalidArgument&) {
    return;
  }
  result.colors = color_changes(*common.expected, *common.actual, result.common_part->clusters, mask);
  if (keep != KeepImages::no && result.common_part->differing_pixels > 0) {
    add_difference_pictures(common, *result.common_part, mask, result.pictures);
  }
}

}  // namespace

PairResult compare_pair(const ImagePair& pair, const ComparisonOptions& options, KeepImages keep) {
  const auto start = std::chrono::steady_clock::now();
  PairResult result;
  result.name = pair.name;
  result.parameters = pair.parameters;
  result.file = pair.expected_file.path.string();
  result.notes = notes_of(pair);
  if (pair.expected && pair.actual && differ_in_multiplication(*pair.expected, *pair.actual)) {
    result.notes.push_back(fmt::format(
        "only the {} image has colors multiplied by alpha; those of the other are multiplied for the comparison",
        pair.expected->is_premultiplied ? "expected" : "actual"));
  }
  if (pair.equal) {
    result.comparison = equal_comparison(pair.equal->width, pair.equal->height, pair.equal->type);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  }
  result.kind = kind_of_files(pair);
  if (!pair.expected) {
    result.failures.push_back("expected: " + pair.expected_error);
  }
  if (!pair.actual) {
    result.failures.push_back("actual: " + pair.actual_error);
  }
  if (pair.expected && pair.actual) {
    try {
      ComparisonOptions wanted = options;
      wanted.keeps_flip_map = keep != KeepImages::no;
      wanted.missing = pair.missing;
      const ExactErrors exact = options.compares_files && has_same_size(*pair.expected, *pair.actual)
                                    ? exact_errors(*pair.expected, *pair.actual)
                                    : ExactErrors();
      wanted.exact_errors = exact.errors;
      result.comparison = compare_images(*pair.expected, *pair.actual, wanted);
      result.failures = broken_limits(*result.comparison, limits_for(pair.expected->type, options.limits));
      if (is_number_type(pair.expected->type) && has_color_limits(options.limits)) {
        result.notes.emplace_back(
            "its values are 32-bit integers: limits on colors, SSIM and FLIP do not apply to them");
      }
      result.broke_limits_alone = !result.failures.empty();
      if (!result.failures.empty() && !exact.text.empty()) {
        result.failures.push_back(exact.text);
      }
      if (const std::uint64_t missing = result.comparison->missing_pixels; missing > 0) {
        (result.failures.empty() ? result.notes : result.failures)
            .push_back(missing == 1 ? std::string("1 place has a pixel in one file only")
                                    : fmt::format("{} places have a pixel in one file only", missing));
      }
    } catch (const gpu::InvalidArgument& error) {
      result.failures.emplace_back(error.what());
    }
  }
  if (options.compares_files) {
    for (std::string& text : file_differences(pair)) {
      result.broke_limits_alone = false;
      result.failures.push_back(std::move(text));
    }
  }
  for (const auto& [name, image] : {std::pair("expected", &pair.expected), std::pair("actual", &pair.actual)}) {
    if (*image && (*image)->is_incomplete) {
      result.broke_limits_alone = false;
      result.kind = ChangeKind::damaged;
      result.failures.push_back(fmt::format("the {} file is incomplete: {}", name, (*image)->note));
    }
  }
  if (!pair.uncompared.empty()) {
    result.broke_limits_alone = false;
    result.failures.push_back("not compared: " + pair.uncompared);
  }
  const bool is_shown = keep == KeepImages::yes || (keep == KeepImages::failed && !result.has_passed());
  if (is_shown) {
    result.pictures = report_pictures(pair, result.comparison ? &*result.comparison : nullptr, options.mask);
  }
  if (result.comparison && !result.failures.empty()) {
    result.colors = color_changes(*pair.expected, *pair.actual, result.comparison->clusters, options.mask);
  } else if (result.kind == ChangeKind::resized) {
    compare_common_part(pair, options, keep, result);
  }
  if (is_shown && !result.failures.empty()) {
    add_place_picture(pair, result);
  }
  for (std::optional<Comparison>* const each : {&result.comparison, &result.common_part}) {
    if (*each) {
      // Clearing the list would not release the memory.
      (*each)->flip_map = std::vector<std::byte>();
    }
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
                      is_compared ? -result.comparison->max_error : 0);
  };
  sort_by_name(results, [](const PairResult& result) { return result.name + '\n' + result.test; });
  std::ranges::stable_sort(results, [&](const PairResult& a, const PairResult& b) { return key(a) < key(b); });
}

}  // namespace texelscope::app

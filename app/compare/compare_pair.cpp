#include "app/compare/compare_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/compare/exact_errors.h"
#include "app/compare/file_differences.h"
#include "app/compare/report/report_pictures.h"
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
      result.failures.push_back(fmt::format("the {} file is incomplete: {}", name, (*image)->note));
    }
  }
  if (!pair.uncompared.empty()) {
    result.broke_limits_alone = false;
    result.failures.push_back("not compared: " + pair.uncompared);
  }
  if (keep == KeepImages::yes || (keep == KeepImages::failed && !result.has_passed())) {
    result.pictures = report_pictures(pair, result.comparison ? &*result.comparison : nullptr, options.mask);
  }
  if (result.comparison) {
    // Clearing the list would not release the memory.
    result.comparison->flip_map = std::vector<std::byte>();
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

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/compare_pair.h"
#include "tests/app/compare/image_pairs.h"

namespace texelscope::tests {

/// Three pairs: one that differs, with a name that every format must escape; one whose actual image is missing; and one
/// that is equal.
inline std::vector<app::PairResult> some_results() {
  const FormulaPair made = formula_pairs()[1];
  app::ImagePair differing;
  differing.name = "a/</script><b>&\"\xff.png";
  differing.expected = made.expected;
  differing.actual = made.actual;
  differing.parameters = "seed=1 <i>";
  app::ImagePair missing;
  missing.name = "missing.png";
  missing.expected = made.expected;
  missing.actual_error = "the image is missing";
  app::ImagePair same;
  same.name = "same.png";
  same.expected = made.expected;
  same.actual = made.expected;
  std::vector<app::PairResult> results;
  for (const app::ImagePair& pair : {differing, missing, same}) {
    results.push_back(compare_pair(pair, {}, app::KeepImages::yes));
  }
  sort_worst_first(results);
  return results;
}

[[nodiscard]] inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) {
    ++found;
  }
  return found;
}

}  // namespace texelscope::tests

#include "app/golden/report.h"

#include <fmt/format.h>

namespace texelscope::app {
namespace {

std::string parameters_text(const GoldenEntry& entry) {
  if (entry.width == 0 || entry.scene.empty()) {
    return "";
  }
  std::string text = fmt::format("scene {}, frame {}, {}x{}", entry.scene, entry.frame, entry.width, entry.height);
  if (entry.view) {
    text += fmt::format("\nviewport at zoom {} around ({}, {})", entry.view->zoom, entry.view->center_x,
                        entry.view->center_y);
  }
  for (const auto& [name, value] : entry.settings) {
    text += fmt::format("\n{} = {}", name, value);
  }
  if (entry.tolerance > 0) {
    text += fmt::format("\ntolerance {}: {}", entry.tolerance, entry.reason);
  }
  return text;
}

}  // namespace

std::vector<PairResult> pair_results(std::span<const GoldenResult> results, KeepImages keep) {
  std::vector<PairResult> pairs;
  for (const GoldenResult& result : results) {
    if (result.verdict == GoldenVerdict::not_made) {
      continue;
    }
    ImagePair pair;
    pair.name = result.entry.name;
    pair.parameters = parameters_text(result.entry);
    pair.expected = result.expected;
    pair.actual = result.actual;
    if (!pair.expected) {
      pair.expected_error = result.text;
    }
    if (!pair.actual) {
      pair.actual_error = result.text;
    }
    PairResult row = compare_pair(pair, {}, keep);
    row.failures.clear();
    if (!result.passes()) {
      row.failures.push_back(fmt::format("{}: {}", to_string(result.verdict), result.text));
    }
    pairs.push_back(std::move(row));
  }
  return pairs;
}

}  // namespace texelscope::app

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/compare/compare_files.h"

namespace texelscope::app {

/// The options of `texelscope compare --review`.
struct ReviewOptions {
  bool is_on = false;
  std::string size;
  std::string widgets;
};

/// Requires that --update has already been declared.
void declare_review(CommandOptions& command, ReviewOptions& options);

/// @throws UsageError for a program without a window, before any comparison.
void require_window(const ReviewOptions& options, const CommandContext& context);

/// Opens the window on the failing pairs, and afterwards prints the outcome of each. `expected` is the compared path.
/// Returns the exit code: 1 if a pair still fails, 128 + the signal's number if a signal ended the review. @throws
/// render::Unavailable if no window can be opened.
[[nodiscard]] int review_pairs(const ReviewOptions& options, const std::vector<FilePair>& files,
                               std::vector<PairResult> results, const ComparisonRules& rules,
                               const std::filesystem::path& expected, bool is_json, const CommandContext& context);

}  // namespace texelscope::app

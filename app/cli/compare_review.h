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

/// Beside --update, which is declared before.
void declare_review(CommandOptions& command, ReviewOptions& options);

/// @throws UsageError for a program without a window, before anything is compared.
void require_window(const ReviewOptions& options, const CommandContext& context);

/// Opens the window on the pairs that fail, and says afterwards what became of each. `expected` is what was compared.
/// Returns the exit code: 1 where a pair still fails, 128 + its number where a signal ended the review. @throws
/// render::Unavailable where no window can be opened.
[[nodiscard]] int review_pairs(const ReviewOptions& options, const std::vector<FilePair>& files,
                               std::vector<PairResult> results, const ComparisonRules& rules,
                               const std::filesystem::path& expected, bool is_json, const CommandContext& context);

}  // namespace texelscope::app

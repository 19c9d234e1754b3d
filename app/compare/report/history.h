#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// The verdicts of pairs in successive runs, by full_name(), the latest last: a letter per run, 'P' for a pass, 'F' for
/// a failure, 'K' for a known failure.
using VerdictHistory = std::map<std::string, std::string>;

/// The number of runs that a history keeps.
inline constexpr std::size_t most_verdicts = 50;

/// Reads a history; empty if the file does not exist or is empty. @throws FileError that names the fault.
[[nodiscard]] VerdictHistory read_history(const std::filesystem::path& path);

/// Adds the verdicts of a run, and sets PairResult::flips of pairs whose verdict changed at least twice in the kept
/// runs: one change is a fix or a defect. Pairs that the run does not contain keep their verdicts.
void add_run(VerdictHistory& history, std::vector<PairResult>& results);

/// @throws FileError.
void write_history(const std::filesystem::path& path, const VerdictHistory& history);

}  // namespace texelscope::app

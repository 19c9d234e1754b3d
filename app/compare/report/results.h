#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// The pairs that failed, and the known failures; the others passed.
[[nodiscard]] std::size_t count_failed(const std::vector<PairResult>& results);
[[nodiscard]] std::size_t count_known(const std::vector<PairResult>& results);

/// The test and the name of a pair, which together are unique in a run of many tests.
[[nodiscard]] std::string full_name(const PairResult& result);

/// Writes the results as a JUnit test suite, with a test case per pair: its class is the pair's test, or else the
/// suite. @throws FileError.
void write_junit(const std::filesystem::path& path, const std::string& suite, const std::vector<PairResult>& results);

/// Name, failures and figures of a pair; infinite figures are null, and those that were not measured are omitted.
[[nodiscard]] nlohmann::ordered_json pair_json(const PairResult& result);

/// The results as JSON, with a summary.
[[nodiscard]] std::string to_json(const std::vector<PairResult>& results);
/// The results as a table for a terminal, one line each, and a summary line.
[[nodiscard]] std::string to_table(const std::vector<PairResult>& results);

}  // namespace texelscope::app

#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// Pairs that failed, and those that are known to; the others passed.
[[nodiscard]] std::size_t count_failed(const std::vector<PairResult>& results);
[[nodiscard]] std::size_t count_known(const std::vector<PairResult>& results);

/// Writes the results as a JUnit test suite, a test case for each pair. @throws FileError.
void write_junit(const std::filesystem::path& path, const std::string& suite, const std::vector<PairResult>& results);

/// Name, failures and figures of a pair; what is infinite is null, and what was not measured is left out.
[[nodiscard]] nlohmann::ordered_json pair_json(const PairResult& result);

/// The results as JSON, with a summary.
[[nodiscard]] std::string to_json(const std::vector<PairResult>& results);
/// The results as a table for a terminal, a line each, and a last line that counts.
[[nodiscard]] std::string to_table(const std::vector<PairResult>& results);

}  // namespace texelscope::app

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// Writes `folder`/index.html, one page that needs no other file and no network, and makes the folder when it is
/// missing. @throws FileError.
void write_report(const std::filesystem::path& folder, const std::string& title,
                  const std::vector<PairResult>& results);

/// Writes the results as a JUnit test suite, a test case for each pair. @throws FileError.
void write_junit(const std::filesystem::path& path, const std::string& suite, const std::vector<PairResult>& results);

/// The results as JSON, with a summary.
[[nodiscard]] std::string to_json(const std::vector<PairResult>& results);
/// The results as a table for a terminal, a line each, and a last line that counts.
[[nodiscard]] std::string to_table(const std::vector<PairResult>& results);

}  // namespace texelscope::app

#include "app/compare/report/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/compare/report/results.h"
#include "app/files/file.h"
#include "app/files/json_entry.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

constexpr const char* version_key = "texelscope_history";
constexpr std::uintmax_t largest_history = std::uintmax_t{1} << 26U;

char verdict_of(const PairResult& result) {
  return !result.known_failure.empty() ? 'K' : result.has_passed() ? 'P' : 'F';
}

/// The changes between passing and failing; a known failure is a person's decision.
std::size_t count_changes(const std::string& verdicts) {
  std::size_t changes = 0;
  char former = 0;
  for (const char verdict : verdicts) {
    if (verdict != 'K') {
      changes += former != 0 && former != verdict ? 1 : 0;
      former = verdict;
    }
  }
  return changes;
}

std::string verdicts_of(const JsonEntry& entry) {
  std::string verdicts = entry.text(most_verdicts);
  if (verdicts.find_first_not_of("PFK") != std::string::npos) {
    entry.fail("use the letters P, F and K");
  }
  return verdicts;
}

}  // namespace

VerdictHistory read_history(const std::filesystem::path& path) {
  VerdictHistory history;
  std::error_code error;
  if (!is_there(path) || std::filesystem::is_empty(path, error)) {
    return history;
  }
  read_json_file("history", path, largest_history, [&](const JsonEntry& json) {
    static_cast<void>(json.at(version_key).whole_number(1, 1));
    for (const JsonEntry& pair : json.at("pairs").elements()) {
      history[pair.at("name").text()] = verdicts_of(pair.at("verdicts"));
    }
  });
  return history;
}

void add_run(VerdictHistory& history, std::vector<PairResult>& results) {
  for (PairResult& result : results) {
    std::string& verdicts = history[full_name(result)];
    verdicts += verdict_of(result);
    verdicts.erase(0, verdicts.size() - std::min(verdicts.size(), most_verdicts));
    result.flips.clear();
    if (count_changes(verdicts) >= 2) {
      result.flips = fmt::format("passed {} and failed {} of the last {} runs: {}", std::ranges::count(verdicts, 'P'),
                                 std::ranges::count(verdicts, 'F'), verdicts.size(), verdicts);
    }
  }
}

void write_history(const std::filesystem::path& path, const VerdictHistory& history) {
  write_file(path, [&](std::ostream& out) {
    out << fmt::format("{{\"{}\": 1, \"pairs\": [", version_key);
    const char* separator = "\n";
    for (const auto& [name, verdicts] : history) {
      // A line per pair, for version control.
      out << separator << nlohmann::ordered_json{{"name", valid_utf8(name)}, {"verdicts", verdicts}}.dump();
      separator = ",\n";
    }
    out << "\n]}\n";
  });
}

}  // namespace texelscope::app

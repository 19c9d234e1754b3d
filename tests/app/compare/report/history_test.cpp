#include "app/compare/report/history.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/files/file_error.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

PairResult result_of(const std::string& name, char verdict) {
  PairResult result;
  result.name = name;
  result.failures = verdict == 'P' ? std::vector<std::string>{} : std::vector<std::string>{"it differs"};
  result.known_failure = verdict == 'K' ? "a rule" : "";
  return result;
}

/// The text of the last of these runs of a pair.
std::string flips_of(const std::string& verdicts) {
  VerdictHistory history;
  std::string flips;
  for (const char verdict : verdicts) {
    std::vector<PairResult> results{result_of("a", verdict)};
    add_run(history, results);
    flips = results[0].flips;
  }
  return flips;
}

TEST(VerdictHistory, NamesPairsWhoseVerdictFlips) {
  EXPECT_EQ(flips_of("PFP"), "passed 2 and failed 1 of the last 3 runs: PFP");
  EXPECT_EQ(flips_of("FKPKF"), "passed 1 and failed 2 of the last 5 runs: FKPKF");
  // A defect, a fix, and a decision of a person.
  for (const char* const steady : {"PPFF", "FFPP", "PKP", "FKF", "P"}) {
    EXPECT_EQ(flips_of(steady), "") << steady;
  }
  EXPECT_EQ(flips_of("PFP" + std::string(most_verdicts, 'P')), "");
}

TEST(VerdictHistory, KeepsTestsWithPairsOfOneNameApart) {
  VerdictHistory history;
  std::vector<PairResult> results{result_of("menu.png", 'P'), result_of("menu.png", 'F')};
  results[0].test = "light";
  results[1].test = "dark";
  for (int run = 0; run < 3; ++run) {
    add_run(history, results);
    EXPECT_EQ(results[0].flips + results[1].flips, "");
  }
  EXPECT_EQ(history.size(), 2U);
}

TEST(VerdictHistory, IsAFileThatKeepsOtherPairs) {
  const tests::TemporaryFolder folder;
  VerdictHistory history = read_history(folder / "h.json");
  EXPECT_TRUE(history.empty());
  std::vector<PairResult> first{result_of("a\"b", 'P'), result_of("c", 'F')};
  add_run(history, first);
  std::vector<PairResult> second{result_of("c", 'K')};
  add_run(history, second);
  write_history(folder / "h.json", history);
  EXPECT_EQ(read_history(folder / "h.json"), (VerdictHistory{{"a\"b", "P"}, {"c", "FK"}}));
}

TEST(VerdictHistory, RefusesOtherFiles) {
  const tests::TemporaryFolder folder;
  for (const char* const text :
       {"[]", "{\"pairs\": []}", R"({"texelscope_history": 1, "pairs": [{"name": "a", "verdicts": "PX"}]})"}) {
    EXPECT_THROW(static_cast<void>(read_history(folder.write("h.json", text))), FileError) << text;
  }
}

}  // namespace
}  // namespace texelscope::app

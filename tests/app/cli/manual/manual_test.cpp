#include "app/cli/manual/manual.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <CLI/Version.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "app/files/build_facts.h"
#include "tests/app/child_program.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::file_bytes;
using tests::Outcome;
using tests::run_command;

/// All matches of a pattern.
std::set<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex expression(pattern);
  std::set<std::string> found;
  for (auto i = std::sregex_iterator(text.begin(), text.end(), expression); i != std::sregex_iterator(); ++i) {
    found.insert((*i)[1]);
  }
  return found;
}

/// The manual page, as it is displayed.
std::string page_text() {
  std::string page = run_command({"manual"}).out;
  for (const char* escape : {"\\fB", "\\fI", "\\fR"}) {
    for (std::size_t at = page.find(escape); at != std::string::npos; at = page.find(escape)) {
      page.erase(at, 3);
    }
  }
  page = std::regex_replace(page, std::regex(R"(\\-)"), "-");
  return std::regex_replace(page, std::regex(R"(\\e)"), "\\");
}

/// The output of a built program.
std::string output_of(const std::string& program, const std::string& arguments) {
  std::string text;
  std::array<char, 4096> part;
  FILE* const pipe = ::popen((tests::built_program().parent_path() / program).string().append(arguments).c_str(), "r");
  for (std::size_t count = 1; pipe != nullptr && count > 0; text.append(part.data(), count)) {
    count = std::fread(part.data(), 1, part.size(), pipe);
  }
  EXPECT_EQ(pipe == nullptr ? -1 : ::pclose(pipe), 0) << program << arguments;
  return text;
}

TEST(Manual, MatchesTheStoredPageOfEachProgram) {
  for (const auto& [program, page] :
       {std::pair("texelscope", "command-line.md"), std::pair("texelscope-dev", "instruments.md")}) {
    std::istringstream said{output_of(program, " manual --markdown")};
    std::istringstream kept{file_bytes(std::string(TEXELSCOPE_DOCS_FOLDER "/") + page)};
    std::string said_line;
    std::string kept_line;
    for (int line = 1; said && kept; ++line) {
      std::getline(said, said_line);
      std::getline(kept, kept_line);
      ASSERT_EQ(said_line, kept_line) << "line " << line << " of docs/" << page << " does not match the program; "
                                      << "regenerate the page: " << program << " manual --markdown > docs/" << page;
    }
    EXPECT_EQ(said.eof(), kept.eof()) << page;
  }
}

TEST(Manual, ContainsEveryOptionOfEveryHelp) {
  const std::string page = page_text();
  const std::string markdown = run_command({"manual", "--markdown"}).out;
  // CLI11 lists each command in a line that begins with two spaces.
  for (const std::string& command : matches(run_command({"--help"}).out, R"(\n  ([a-z]+)  +\S)")) {
    const Outcome help = run_command({command, "--help"});
    ASSERT_EQ(help.code, 0) << command;
    EXPECT_NE(page.find("\n.SS " + command), std::string::npos) << command;
    EXPECT_NE(markdown.find("\n### " + command), std::string::npos) << command;
    for (const std::string& option : matches(help.out, R"(\n  (?:-h,)?(--[a-z-]+))")) {
      EXPECT_NE(page.find(option), std::string::npos) << command << " " << option;
      EXPECT_NE(markdown.find("`" + option), std::string::npos) << command << " " << option;
    }
  }
  EXPECT_NE(page.find("\n--version\n"), std::string::npos);
  EXPECT_NE(markdown.find("| `--version` |"), std::string::npos);
}

TEST(Manual, DescribesCommonOptionsOnce) {
  const std::string markdown = run_command({"manual", "--markdown"}).out;
  const auto count = [&](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = markdown.find(text); at != std::string::npos; at = markdown.find(text, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("| `--device DEVICE` |"), 1U);
  EXPECT_EQ(count("| `--json` | as JSON |"), 1U);
  EXPECT_EQ(count("| `--timing FILE` |"), 1U);
  EXPECT_GT(count("`--device`"), 5U);
}

TEST(Manual, HasNoLineThatRoffMistakesForARequest) {
  std::istringstream lines(run_command({"manual"}).out);
  const std::set<std::string> known{".TH", ".SH", ".SS", ".B", ".PP", ".TP", ".br"};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('.') || line.starts_with('\'')) {
      EXPECT_TRUE(known.contains(line.substr(0, line.find(' ')))) << line;
    }
  }
}

TEST(Version, PrintsTheVersionFirstAndThenTheBuildInformation) {
  const Outcome outcome = run_command({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(std::regex_search(outcome.out, std::regex(R"(^texelscope \d+\.\d+\.\d+\n)"))) << outcome.out;
  for (const BuildFact& fact : build_facts()) {
    EXPECT_NE(outcome.out.find(fact.value), std::string::npos) << fact.name;
  }
  const auto line = [&](const std::string& name) {
    return *matches(outcome.out, ("\n" + name + " +(\\S.*)").c_str()).begin();
  };
  // The versions that the compiler and the headers define.
#if defined(__GNUC__) && !defined(__clang__)
  EXPECT_EQ(line("compiler"), fmt::format("GNU {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__));
#endif
  EXPECT_EQ(line("CLI11"), CLI11_VERSION);
  EXPECT_EQ(line("fmt"), fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100));
  EXPECT_TRUE(std::regex_match(line("date"), std::regex(R"(\d{4}-\d\d-\d\d)"))) << line("date");
}

}  // namespace
}  // namespace texelscope::app

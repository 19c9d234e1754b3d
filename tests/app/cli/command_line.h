#pragma once

#include <initializer_list>
#include <iostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "app/cli/cli.h"

namespace texelscope::tests {

/// The result of a run of the program.
struct Outcome {
  int code = -1;
  std::string out;
  std::string err;

  /// The number of error lines on standard error.
  [[nodiscard]] int error_lines() const {
    std::istringstream lines(err);
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
      count += line.starts_with("texelscope: error: ") ? 1 : 0;
    }
    return count;
  }
};

/// Runs the program's command line in this process.
inline Outcome run_command(
    const std::vector<std::string>& arguments,
    const app::ExploreFunction& explore = [](const app::ExploreOptions&) { return 0; }) {
  std::vector<const char*> argv{"texelscope"};
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  const std::ostringstream out;
  const std::ostringstream err;
  std::streambuf* const former_out = std::cout.rdbuf(out.rdbuf());
  std::streambuf* const former_err = std::cerr.rdbuf(err.rdbuf());
  Outcome outcome;
  outcome.code = app::run(static_cast<int>(argv.size()), argv.data(), {.explore = explore});
  std::cout.rdbuf(former_out);
  std::cerr.rdbuf(former_err);
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

}  // namespace texelscope::tests

#pragma once

#include <string>

#include "app/compare/compare.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// The options of `compare`, as given.
struct CompareOptions {
  std::string expected;
  std::string actual;
  Tolerance tolerance;
  std::string report;
  std::string junit;
  bool is_json = false;
};

void add_compare(CLI::App& app, CompareOptions& options);
/// The limits of a comparison, for every command that compares.
void add_tolerance_options(CLI::App& command, Tolerance& tolerance);

/// Compares two images or two folders; 1 when any pair is beyond the tolerance.
[[nodiscard]] int run_compare(const CompareOptions& options);

}  // namespace texelscope::app

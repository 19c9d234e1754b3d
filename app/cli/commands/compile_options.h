#pragma once

#include <string>
#include <vector>

#include "app/cli/common_options.h"

namespace texelscope::app {

/// The options of `compile`, as given.
struct CompileOptions {
  CommonOptions common;
  std::string file;
  /// Empty: the text is one of the kernel editor, with a function pixel().
  std::vector<std::string> kernels;
  std::vector<std::string> definitions;
  bool is_json = false;
};

void add_compile(CLI::App& app, CompileOptions& options);

/// Compiles a text of kernels for a device and prints what the compiler says of it. 1 when it does not compile.
[[nodiscard]] int run_compile(const CompileOptions& options);

}  // namespace texelscope::app

#pragma once

#include <string>
#include <vector>

#include "app/cli/common_options.h"

namespace texelscope::app {

/// The options of `copy`, as given.
struct CopyOptions {
  CommonOptions common;
  std::string input;
  std::string output;
  std::vector<std::string> operations;
  std::string order = "C";
  bool has_plan = false;
};

/// Copies an .npy file's array by a device, after operations on its layout, into another file; or prints the plan.
[[nodiscard]] int run_copy(const CopyOptions& options);

}  // namespace texelscope::app

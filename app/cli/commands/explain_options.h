#pragma once

#include <string>

#include "app/cli/common_options.h"
#include "app/cli/texture_options.h"

namespace texelscope::app {

/// The options of `explain`, as given; empty where absent.
struct ExplainOptions {
  CommonOptions common;
  TextureOptions texture;
  std::string at;
  bool is_json = false;
};

void add_explain(CLI::App& app, ExplainOptions& options);

/// Explains one fetch step by step, and tells whether the device returns the same bits.
[[nodiscard]] int run_explain(const ExplainOptions& options);

}  // namespace texelscope::app

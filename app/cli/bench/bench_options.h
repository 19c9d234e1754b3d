#pragma once

#include "app/cli/common_options.h"

/// Shared by the commands of `bench`. Each command is a file here and registers itself.
namespace texelscope::app {

/// Options of a benchmark that runs on a device.
struct BenchOptions {
  CommonOptions common;
  bool is_json = false;
};

inline void declare_bench(CommandOptions& command, BenchOptions& options) {
  command.json(options.is_json);
  add_common_options(command, options.common);
}

}  // namespace texelscope::app

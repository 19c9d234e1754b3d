#pragma once

#include "app/cli/common_options.h"

/// Shared by the commands of `bench`. Each command is a file here and registers itself.
namespace texelscope::app {

struct BenchOptions {
  CommonOptions common;
  bool is_json = false;
};

/// For a bench that runs on a device.
inline void declare_bench(CommandOptions& command, BenchOptions& options) {
  command.json(options.is_json);
  add_common_options(command, options.common);
}

/// For a bench that measures the host alone.
inline void declare_host_bench(CommandOptions& command, BenchOptions& options) { command.json(options.is_json); }

}  // namespace texelscope::app

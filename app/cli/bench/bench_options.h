#pragma once

#include "app/cli/common_options.h"

/// What the commands of `bench` share. Each is a file here and registers itself.
namespace texelscope::app {

struct BenchOptions {
  CommonOptions common;
  bool is_json = false;
};

/// Of a bench that runs on a device.
inline void declare_bench(CommandOptions& command, BenchOptions& options) {
  command.json(options.is_json);
  add_common_options(command, options.common);
}

/// Of one that measures the host alone.
inline void declare_host_bench(CommandOptions& command, BenchOptions& options) { command.json(options.is_json); }

}  // namespace texelscope::app

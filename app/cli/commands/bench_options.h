#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/common_options.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// The options of `bench`, as given; empty where absent.
struct BenchOptions {
  CommonOptions common;
  /// What is measured: a name of the table in bench.cpp.
  std::string subject;
  bool is_json = false;
  /// Of `bench scenes` alone; all scenes where none is named.
  std::vector<std::string> scenes;
  std::string size;
  std::string frames;
};

/// Adds the subcommand with one of its own for each subject.
void add_bench(CLI::App& app, BenchOptions& options);

/// Measures what was asked for.
[[nodiscard]] int run_bench(const BenchOptions& options);

/// Each subject in a file of its own.
[[nodiscard]] int run_bench_interop(const BenchOptions& options);
[[nodiscard]] int run_bench_copies(const BenchOptions& options);
[[nodiscard]] int run_bench_textures(const BenchOptions& options);
[[nodiscard]] int run_bench_calls(const BenchOptions& options);
[[nodiscard]] int run_bench_graphs(const BenchOptions& options);
[[nodiscard]] int run_bench_layouts(const BenchOptions& options);
[[nodiscard]] int run_bench_views(const BenchOptions& options);
[[nodiscard]] int run_bench_scenes(const BenchOptions& options);

}  // namespace texelscope::app

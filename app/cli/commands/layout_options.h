#pragma once

#include <string>
#include <vector>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// The options of `layout`, as given; empty where absent.
struct LayoutOptions {
  std::string shape;
  std::string strides;
  std::string itemsize = "1";
  std::string order;
  std::vector<std::string> operations;
  std::string batch;
  /// Files for a picture of the result.
  std::string svg;
  std::string png;
  bool is_json = false;
};

/// The layout that the options describe, after all operations. @throws UsageError for texts that cannot be read,
/// gpu::InvalidArgument for layouts and operations that break a rule.
[[nodiscard]] gpu::StridedLayout layout_from(const LayoutOptions& options);

/// Prints one layout, draws it into files, or answers a batch.
[[nodiscard]] int run_layout(const LayoutOptions& options);

/// Answers each line of a file ("-": standard input), which is a case in JSON, with a line on standard output.
/// @throws FileError when there is no such file.
[[nodiscard]] int run_layout_batch(const std::string& path);

}  // namespace texelscope::app

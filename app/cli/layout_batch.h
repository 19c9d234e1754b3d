#pragma once

#include <fmt/format.h>

#include <string>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// Appends the properties of a layout as members of a JSON object, without braces: "ndim":2,"shape":[2,3],… Strides are
/// included even if implied; required_size_in_bytes is null if an element is below offset 0.
void append_layout_json(fmt::memory_buffer& json, const gpu::StridedLayout& layout);

/// The answer to one case, in JSON, without a line break: the properties of the layout, or an "error" of one line.
[[nodiscard]] std::string answer_layout_case(const std::string& line);

/// Answers each line of a file ("-": standard input), a case in JSON, with a line on standard output. @throws FileError
/// if the file does not exist.
[[nodiscard]] int run_layout_batch(const std::string& path);

}  // namespace texelscope::app

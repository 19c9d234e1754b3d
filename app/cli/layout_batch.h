#pragma once

#include <fmt/format.h>

#include <string>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// Appends the properties of a layout as the members of a JSON object, without braces: "ndim":2,"shape":[2,3],…
/// Strides are written out also where they are absent; required_size_in_bytes is null where there is none, because an
/// element lies below offset 0.
void append_layout_json(fmt::memory_buffer& json, const gpu::StridedLayout& layout);

/// The answer to one case, in JSON, without an end of line: the layout's properties, or an "error" of one line.
[[nodiscard]] std::string answer_layout_case(const std::string& line);

/// Answers each line of a file ("-": standard input), which is a case in JSON, with a line on standard output.
/// @throws FileError when there is no such file.
[[nodiscard]] int run_layout_batch(const std::string& path);

}  // namespace texelscope::app

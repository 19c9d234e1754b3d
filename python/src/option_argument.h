#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace texelscope::python {

/// A value as the text that the command line takes for it: a number, a truth ("true"), a text, or a sequence of such,
/// joined by commas. @throws TypeError for anything else; `what` names it.
[[nodiscard]] std::string option_text(pybind11::handle value, const std::string& what);

/// (width, height) in pixels, each 1–16384. @throws TypeError, ValueError.
[[nodiscard]] std::pair<int, int> to_size(pybind11::handle size);

}  // namespace texelscope::python

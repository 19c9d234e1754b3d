#pragma once

#include <CLI/CLI.hpp>

namespace texelscope::app {

/// Takes numbers from `least` to `most`. CLI11's own checks let NaN pass, which is in no range.
[[nodiscard]] CLI::Validator within(double least, double most);
/// The same without an upper end.
[[nodiscard]] CLI::Validator at_least(double least);

}  // namespace texelscope::app

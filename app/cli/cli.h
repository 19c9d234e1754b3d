#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "app/core/explore_options.h"

namespace texelscope::app {

/// Opens the window and runs until it is closed; returns the exit code. May throw: run() says the error.
using ExploreFunction = std::function<int(const ExploreOptions&)>;

/// The command line: runs one subcommand, writes results to standard output, errors to standard error as
/// "texelscope: error: …", and returns the exit code. `labs` are the names of the window's, for completion. Throws
/// nothing.
[[nodiscard]] int run(int argc, const char* const* argv, const ExploreFunction& explore,
                      std::span<const std::string_view> labs = {}) noexcept;

}  // namespace texelscope::app

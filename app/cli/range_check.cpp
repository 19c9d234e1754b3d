#include "app/cli/range_check.h"

#include <fmt/format.h>

#include <limits>
#include <string>

namespace texelscope::app {
namespace {

/// Without a name, which would stand in the option's help.
CLI::Validator check_of(double least, double most, const std::string& advice) {
  return {[=](const std::string& text) {
            double value = 0;
            const bool is_within = CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
            return is_within ? std::string{} : fmt::format("'{}' is out of range; give {}", text, advice);
          },
          ""};
}

}  // namespace

CLI::Validator within(double least, double most) { return check_of(least, most, fmt::format("{} to {}", least, most)); }

CLI::Validator at_least(double least) {
  return check_of(least, std::numeric_limits<double>::infinity(), fmt::format("{} or more", least));
}

}  // namespace texelscope::app

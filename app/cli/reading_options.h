#pragma once

#include <string>

#include "app/cli/command.h"
#include "app/images/image_file.h"

namespace texelscope::app {

/// --ignore-orientation and --part, for commands that read pictures; `without_part` describes the default part.
void add_reading_options(CommandOptions& command, bool& ignores_orientation, std::string& part,
                         const std::string& without_part = "the first");
/// The read options that these two specify.
[[nodiscard]] ReadOptions reading_option(bool ignores_orientation, const std::string& part);

}  // namespace texelscope::app

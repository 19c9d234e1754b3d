#pragma once

#include <string>

#include "app/cli/command.h"
#include "app/images/image_file.h"

namespace texelscope::app {

/// --ignore-orientation and --part, of commands that read pictures; what is read without a part.
void add_reading_options(CommandOptions& command, bool& ignores_orientation, std::string& part,
                         const std::string& without_part = "the first");
/// The way of reading that these two ask for.
[[nodiscard]] ReadOptions reading_option(bool ignores_orientation, const std::string& part);

}  // namespace texelscope::app

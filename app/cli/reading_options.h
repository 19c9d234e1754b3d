#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "app/cli/command.h"
#include "app/images/image_file.h"

namespace texelscope::app {

/// --ignore-orientation and --part, for commands that read pictures; `without_part` describes the default part.
void add_reading_options(CommandOptions& command, bool& ignores_orientation, std::string& part,
                         const std::string& without_part = "the first");
/// The read options that these two specify.
[[nodiscard]] ReadOptions reading_option(bool ignores_orientation, const std::string& part);

/// The files to which --part applies. @throws UsageError if a part is requested that none of them has; an unreadable
/// file is reported when it is read.
void require_part(const std::string& part, std::span<const std::filesystem::path> files);

}  // namespace texelscope::app

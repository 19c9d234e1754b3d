#pragma once

#include <string>

namespace texelscope::inspect {

/// The name of this program's file, or of the script or module that Python runs.
[[nodiscard]] std::string program_name();

}  // namespace texelscope::inspect

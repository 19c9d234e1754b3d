#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include "app/files/file_error.h"

namespace texelscope::app {

/// Why `path` could not be written, and what to do: "REASON; WHAT TO DO".
[[nodiscard]] std::string write_failure_text(const std::filesystem::path& path, const std::error_code& reason);

/// "cannot write PATH: REASON; WHAT TO DO".
[[nodiscard]] FileError write_failure(const std::filesystem::path& path, const std::error_code& reason);

/// Advice for a file that cannot be read because of `reason`.
[[nodiscard]] std::string read_advice(const std::error_code& reason);

}  // namespace texelscope::app

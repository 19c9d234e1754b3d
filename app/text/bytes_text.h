#pragma once

#include <cstdint>
#include <string>

namespace texelscope::app {

/// "96 bytes", "4 MiB", "1.5 GiB": a size for people.
[[nodiscard]] std::string bytes_text(std::int64_t bytes);

}  // namespace texelscope::app

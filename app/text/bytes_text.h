#pragma once

#include <cstdint>
#include <string>

namespace texelscope::app {

/// A size for users: "96 bytes", "4 MiB", "1.5 GiB".
[[nodiscard]] std::string bytes_text(std::int64_t bytes);

}  // namespace texelscope::app

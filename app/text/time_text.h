#pragma once

#include <string>

namespace texelscope::app {

/// The current time, to the second, in UTC: "2026-11-26T19:44:18Z" (ISO 8601).
[[nodiscard]] std::string utc_time_text();

}  // namespace texelscope::app

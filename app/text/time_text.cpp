#include "app/text/time_text.h"

#include <fmt/chrono.h>

#include <chrono>

namespace texelscope::app {

std::string utc_time_text() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace texelscope::app

#include "app/gui/timing.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "app/files/file.h"

namespace texelscope::app {
namespace {

double now_ms() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// Field 22 of /proc/self/stat: the start time in clock ticks since boot (proc(5)). Fields are counted from the end of
// the second field, the name, because it may contain any character.
double process_start_ms() {
  std::ifstream file{"/proc/self/stat"};
  std::string text;
  std::getline(file, text);
  const auto after_name = text.rfind(')');
  if (after_name == std::string::npos) {
    return now_ms();
  }
  std::size_t at = after_name + 1;
  for (int field = 3; field < 22 && at != std::string::npos; ++field) {
    at = text.find(' ', at + 1);
  }
  const double ticks = at == std::string::npos ? 0 : std::strtod(text.c_str() + at, nullptr);
  return ticks > 0 ? ticks * 1000 / static_cast<double>(sysconf(_SC_CLK_TCK)) : now_ms();
}

}  // namespace

double milliseconds_since_process_start() {
  static const double start = process_start_ms();
  return now_ms() - start;
}

double percentile(std::span<const double> values, double fraction) {
  if (values.empty()) {
    return 0;
  }
  std::vector<double> sorted{values.begin(), values.end()};
  const auto rank = static_cast<std::size_t>(std::ceil(fraction * static_cast<double>(sorted.size())));
  const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(rank, 1, sorted.size()) - 1);
  std::ranges::nth_element(sorted, nth);
  return *nth;
}

void Timing::frame_is_shown(const FrameTimes& times) {
  const double now = milliseconds_since_process_start();
  if (last_shown_ms_ == 0) {
    first_frame_ms_ = now;
  } else {
    frame_ms_.push_back(now - last_shown_ms_);
  }
  last_shown_ms_ = now;
  map_ms_.push_back(times.map_ms);
  draw_ms_.push_back(times.draw_ms);
  unmap_ms_.push_back(times.unmap_ms);
}

void Timing::write(const std::filesystem::path& path) const {
  const nlohmann::ordered_json json = {{"first_frame_ms", first_frame_ms_},
                                       {"p50", percentile(frame_ms_, 0.5)},
                                       {"p95", percentile(frame_ms_, 0.95)},
                                       {"map_ms", percentile(map_ms_, 0.5)},
                                       {"draw_ms", percentile(draw_ms_, 0.5)},
                                       {"unmap_ms", percentile(unmap_ms_, 0.5)},
                                       {"frame_ms", frame_ms_}};
  write_file(path, [&](std::ostream& out) { out << json.dump() << '\n'; });
}

}  // namespace texelscope::app

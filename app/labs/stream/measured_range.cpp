#include "app/labs/stream/measured_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

#include "app/labs/stream/stream_timeline.h"
#include "app/text/duration_text.h"

namespace texelscope::app {
namespace {

/// The number of spans of these kinds that overlap the range, and the seconds covered by at least one of them.
std::pair<std::size_t, double> covered(std::span<const gpu::ActivityRecord> records, gpu::ActivitySpan range,
                                       std::initializer_list<WorkKind> kinds) {
  std::vector<gpu::ActivitySpan> spans;
  for (const gpu::ActivityRecord& record : records) {
    if (record.device && std::ranges::find(kinds, record.kind) != kinds.end() && meets(*record.device, range)) {
      spans.push_back({std::max(record.device->start, range.start), std::min(record.device->end, range.end)});
    }
  }
  std::ranges::sort(spans, {}, &gpu::ActivitySpan::start);
  gpu::CallClock::duration busy{};
  gpu::CallClock::time_point until = range.start;
  for (const gpu::ActivitySpan& span : spans) {
    busy += std::max(span.end - std::max(span.start, until), gpu::CallClock::duration{});
    until = std::max(until, span.end);
  }
  return {spans.size(), seconds_of(busy)};
}

}  // namespace

MeasuredRange measure_range(std::span<const gpu::ActivityRecord> records, gpu::ActivitySpan range) {
  const auto calls =
      std::ranges::count_if(records, [&](const gpu::ActivityRecord& record) { return meets(record.host, range); });
  MeasuredRange measured{.seconds = seconds_of(range.end - range.start), .calls = static_cast<std::size_t>(calls)};
  std::tie(measured.kernel_count, measured.kernels) = covered(records, range, {WorkKind::launch});
  std::tie(measured.copy_count, measured.copies) = covered(records, range, {WorkKind::copy, WorkKind::memory});
  std::tie(measured.wait_count, measured.waits) = covered(records, range, {WorkKind::wait});
  return measured;
}

std::string to_string(const MeasuredRange& range) {
  const auto part = [&](std::size_t count, const char* one, const char* many, double seconds) {
    return fmt::format("{} {} {} ({:.0f} %)", count, count == 1 ? one : many, duration_text(seconds),
                       range.seconds > 0 ? 100 * seconds / range.seconds : 0);
  };
  return fmt::format("{}: {}, {}, {}; the host made {} {}", duration_text(range.seconds),
                     part(range.kernel_count, "kernel", "kernels", range.kernels),
                     part(range.copy_count, "copy", "copies", range.copies),
                     part(range.wait_count, "wait", "waits", range.waits), range.calls,
                     range.calls == 1 ? "call" : "calls");
}

}  // namespace texelscope::app

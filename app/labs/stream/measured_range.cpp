#include "app/labs/stream/measured_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "app/labs/stream/stream_timeline.h"
#include "app/text/duration_text.h"

namespace texelscope::app {
namespace {

/// Seconds that at least one span of one of the kinds covers.
double covered_seconds(std::span<const gpu::ActivityRecord> records, gpu::ActivitySpan range,
                       std::initializer_list<WorkKind> kinds) {
  std::vector<gpu::ActivitySpan> spans;
  for (const gpu::ActivityRecord& record : records) {
    if (record.device && std::ranges::find(kinds, record.kind) != kinds.end()) {
      spans.push_back({std::max(record.device->start, range.start), std::min(record.device->end, range.end)});
    }
  }
  std::ranges::sort(spans, {}, &gpu::ActivitySpan::start);
  gpu::CallClock::duration covered{};
  gpu::CallClock::time_point until = range.start;
  for (const gpu::ActivitySpan& span : spans) {
    covered += std::max(span.end - std::max(span.start, until), gpu::CallClock::duration{});
    until = std::max(until, span.end);
  }
  return seconds_of(covered);
}

}  // namespace

MeasuredRange measure_range(std::span<const gpu::ActivityRecord> records, gpu::ActivitySpan range) {
  const auto calls = std::ranges::count_if(records, [&](const gpu::ActivityRecord& record) {
    return record.host.start <= range.end && record.host.end >= range.start;
  });
  return {.seconds = seconds_of(range.end - range.start),
          .calls = static_cast<std::size_t>(calls),
          .kernels = covered_seconds(records, range, {WorkKind::launch}),
          .copies = covered_seconds(records, range, {WorkKind::copy, WorkKind::memory}),
          .waits = covered_seconds(records, range, {WorkKind::wait})};
}

std::string to_string(const MeasuredRange& range) {
  const auto part = [&](double seconds) {
    return fmt::format("{} ({:.0f} %)", duration_text(seconds), range.seconds > 0 ? 100 * seconds / range.seconds : 0);
  };
  return fmt::format("{}: {} {}, kernels {}, copies {}, waits {}", duration_text(range.seconds), range.calls,
                     range.calls == 1 ? "call" : "calls", part(range.kernels), part(range.copies), part(range.waits));
}

}  // namespace texelscope::app

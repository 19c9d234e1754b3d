#include "app/labs/stream/stream_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/text/duration_text.h"

namespace texelscope::app {
namespace {

using gpu::ActivityRecord;
using gpu::ActivitySpan;
using gpu::CallClock;

CallClock::duration to_duration(double seconds) {
  return std::chrono::duration_cast<CallClock::duration>(std::chrono::duration<double>(seconds));
}

/// Collects the items of a timeline, and assigns each to its lane.
class TimelineMaker {
 public:
  TimelineMaker(ActivitySpan shown, ActivitySpan laned)
      : shown_{shown}, laned_{std::min(shown.start, laned.start), std::max(shown.end, laned.end)} {}

  void add(const RendererSpan& span) {
    if (meets(span.time, laned_)) {
      add_item({LaneKind::renderer, 0}, {0, span.time, std::nullopt, false, 0, span.name});
    }
  }
  void add(const ActivityRecord& record) {
    const bool has_failed = record.status != gpu::Status::success && record.status != gpu::Status::not_ready;
    if (meets(record.host, laned_)) {
      // In a lane of the host all calls look alike, because the host is busy during each of them.
      add_item({LaneKind::thread, record.thread},
               {0, record.host, WorkKind::host, has_failed, record.number, record.name});
    }
    if (record.device && record.stream && meets(*record.device, laned_)) {
      add_item({LaneKind::stream, record.stream->value, record.stream_name},
               {0, *record.device, record.kind, has_failed, record.number,
                record.launch ? std::string_view{record.launch->kernel} : record.name});
    }
  }
  void add(const gpu::NamedSpan& range) {
    if (meets(range.time, laned_)) {
      add_item({LaneKind::range, range.thread}, {0, range.time, std::nullopt, false, range.number, range.name});
    }
  }
  void add_arrow(const ActivityRecord& record, const ActivityRecord& wait) {
    const ActivitySpan span{record.device->end, wait.device->end};
    if (meets({std::min(span.start, span.end), std::max(span.start, span.end)}, shown_)) {
      timeline_.arrows.push_back({lane({LaneKind::stream, record.stream->value}), span.start,
                                  lane({LaneKind::stream, wait.stream->value}), span.end, record.number, wait.number});
    }
  }

  /// The timeline with its lanes in the order of their kinds.
  Timeline take() {
    std::vector<std::size_t> order(timeline_.lanes.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      order[i] = i;
    }
    std::ranges::stable_sort(order, {}, [this](std::size_t i) { return timeline_.lanes[i].kind; });
    std::vector<std::size_t> place(order.size());
    std::vector<TimelineLane> lanes;
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      lanes.push_back(timeline_.lanes[order[i]]);
    }
    timeline_.lanes = std::move(lanes);
    for (TimelineItem& item : timeline_.items) {
      item.lane = place[item.lane];
    }
    for (TimelineArrow& arrow : timeline_.arrows) {
      arrow.from_lane = place[arrow.from_lane];
      arrow.to_lane = place[arrow.to_lane];
    }
    return std::move(timeline_);
  }

 private:
  std::size_t lane(const TimelineLane& wanted) {
    const auto found = std::ranges::find(timeline_.lanes, wanted);
    if (found == timeline_.lanes.end()) {
      timeline_.lanes.push_back(wanted);
      return timeline_.lanes.size() - 1;
    }
    if (!wanted.name.empty()) {
      found->name = wanted.name;
    }
    return static_cast<std::size_t>(found - timeline_.lanes.begin());
  }
  void add_item(const TimelineLane& wanted, TimelineItem item) {
    item.lane = lane(wanted);
    if (meets(item.time, shown_)) {
      timeline_.items.push_back(item);
    }
  }

  ActivitySpan shown_;
  ActivitySpan laned_;
  Timeline timeline_;
};

/// The number of spans of these kinds that overlap the range, and the seconds covered by at least one of them.
std::pair<std::size_t, double> covered(std::span<const ActivityRecord> records, ActivitySpan range,
                                       std::initializer_list<WorkKind> kinds) {
  std::vector<ActivitySpan> spans;
  for (const ActivityRecord& record : records) {
    if (record.device && std::ranges::find(kinds, record.kind) != kinds.end() && meets(*record.device, range)) {
      spans.push_back({std::max(record.device->start, range.start), std::min(record.device->end, range.end)});
    }
  }
  std::ranges::sort(spans, {}, &ActivitySpan::start);
  CallClock::duration busy{};
  CallClock::time_point until = range.start;
  for (const ActivitySpan& span : spans) {
    busy += std::max(span.end - std::max(span.start, until), CallClock::duration{});
    until = std::max(until, span.end);
  }
  return {spans.size(), seconds_of(busy)};
}

}  // namespace

bool meets(const ActivitySpan& a, const ActivitySpan& b) { return a.start <= b.end && a.end >= b.start; }

std::string to_string(const TimelineLane& lane) {
  switch (lane.kind) {
    case LaneKind::renderer:
      return "renderer";
    case LaneKind::range:
      return fmt::format("ranges {}", lane.id);
    case LaneKind::thread:
      return fmt::format("thread {}", lane.id);
    case LaneKind::stream:
      return !lane.name.empty() ? lane.name
             : lane.id == 0     ? "default stream"
                                : fmt::format("stream {:05x}", lane.id & 0xFFFFFU);
  }
  return "";
}

std::string without_namespaces(std::string text) {
  constexpr std::string_view unnamed = "(anonymous namespace)";
  for (std::size_t end = text.find("::"); end != std::string::npos; end = text.find("::")) {
    std::size_t begin = end;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 || text[begin - 1] == '_')) {
      --begin;
    }
    if (std::string_view(text).substr(0, end).ends_with(unnamed)) {
      begin = end - unnamed.size();
    }
    text.erase(begin, end + 2 - begin);
  }
  return text;
}

Timeline make_timeline(std::span<const ActivityRecord> records, std::span<const RendererSpan> renderer_spans,
                       ActivitySpan shown, ActivitySpan laned) {
  TimelineMaker maker{shown, laned};
  for (const RendererSpan& span : renderer_spans) {
    maker.add(span);
  }
  for (const ActivityRecord& record : records) {
    maker.add(record);
  }
  for (const gpu::NamedSpan& range : gpu::named_spans(records)) {
    maker.add(range);
  }
  for (const ActivityRecord& wait : records) {
    if (wait.waits_for == 0 || !wait.device || wait.waits_for < records.front().number) {
      continue;
    }
    // Numbers have no gaps.
    const ActivityRecord& record = records[wait.waits_for - records.front().number];
    if (record.device && record.stream && wait.stream) {
      maker.add_arrow(record, wait);
    }
  }
  return maker.take();
}

ActivitySpan TimeView::span() const { return {end - to_duration(seconds), end}; }

double TimeView::position(CallClock::time_point time) const { return 1 + seconds_of(time - end) / seconds; }

CallClock::time_point TimeView::time_at(double position) const { return end + to_duration((position - 1) * seconds); }

void zoom(TimeView& view, double factor, double position) {
  const CallClock::time_point kept = view.time_at(position);
  view.seconds = std::clamp(view.seconds * factor, shortest_view_seconds, longest_view_seconds);
  view.end = kept + to_duration((1 - position) * view.seconds);
}

void pan(TimeView& view, double part) { view.end += to_duration(part * view.seconds); }

TimeView view_of(ActivitySpan span) {
  const double seconds =
      std::clamp(seconds_of(span.end - span.start) * 1.08, shortest_view_seconds, longest_view_seconds);
  const double room = (seconds - seconds_of(span.end - span.start)) / 2;
  return {span.end + to_duration(room), seconds};
}

double mark_distance(double seconds, double count) {
  const double wanted = seconds / std::max(count, 1.0);
  const double power = std::pow(10, std::floor(std::log10(wanted)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= wanted) {
      return step * power;
    }
  }
  return 10 * power;
}

double seconds_of(CallClock::duration duration) { return std::chrono::duration<double>(duration).count(); }

MeasuredRange measure_range(std::span<const ActivityRecord> records, ActivitySpan range) {
  const auto calls =
      std::ranges::count_if(records, [&](const ActivityRecord& record) { return meets(record.host, range); });
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

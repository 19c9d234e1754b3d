#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/labs/lab_environment.h"
#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::app {

using gpu::WorkKind;

/// In the order from top to bottom.
enum class LaneKind : std::uint8_t { renderer, range, thread, stream };

/// A row of the timeline.
struct TimelineLane {
  LaneKind kind = LaneKind::stream;
  /// The thread's number or the stream's handle.
  std::uint64_t id = 0;
  /// The stream's; empty for one without.
  std::string name{};

  /// Whether they are of the same renderer, thread or stream.
  bool operator==(const TimelineLane& other) const { return kind == other.kind && id == other.id; }
};
/// "renderer", "ranges 1" and "thread 1" by the thread's number, a stream's name, "stream 5b2f0" by the last digits of
/// its handle, "default stream".
[[nodiscard]] std::string to_string(const TimelineLane& lane);
/// A text in which namespaces do not take the room of names: "app::(anonymous namespace)::Shade<app::Pixel>" becomes
/// "Shade<Pixel>".
[[nodiscard]] std::string without_namespaces(std::string text);

/// A span in a lane: a call as the host made it, or as its stream did it, a named range of a thread, or what the window
/// did with its renderer.
struct TimelineItem {
  std::size_t lane = 0;
  gpu::ActivitySpan time;
  /// What it asks of its stream; none for the renderer's and for ranges.
  std::optional<WorkKind> kind;
  bool has_failed = false;
  /// The call's number; 0 for the renderer's.
  std::uint64_t number = 0;
  /// The call's, the kernel's in a stream's lane, the range's. Lives as long as the records.
  std::string_view name;
};

/// From where an event was recorded to where a stream waited for it.
struct TimelineArrow {
  std::size_t from_lane = 0;
  gpu::CallClock::time_point from;
  std::size_t to_lane = 0;
  gpu::CallClock::time_point to;
  std::uint64_t record = 0;
  std::uint64_t wait = 0;
};

/// What a part of time looks like.
struct Timeline {
  std::vector<TimelineLane> lanes;
  /// In each lane in the order of time, as far as the calls were made so.
  std::vector<TimelineItem> items;
  std::vector<TimelineArrow> arrows;
};

/// The calls and the renderer's spans that meet `shown`, in lanes: the renderer's, the threads' ranges, the threads',
/// the streams', each in the order in which they appeared. There are lanes for all that meets `laned`, too, so that
/// they stay where a part of that time is looked at.
[[nodiscard]] Timeline make_timeline(std::span<const gpu::ActivityRecord> records,
                                     std::span<const RendererSpan> renderer_spans, gpu::ActivitySpan shown,
                                     gpu::ActivitySpan laned);

/// The part of time on screen.
struct TimeView {
  gpu::CallClock::time_point end;
  double seconds = 0.25;

  [[nodiscard]] gpu::ActivitySpan span() const;
  /// Position of a time, 0 … 1 from left to right; outside for what is not shown.
  [[nodiscard]] double position(gpu::CallClock::time_point time) const;
  [[nodiscard]] gpu::CallClock::time_point time_at(double position) const;
};

inline constexpr double shortest_view_seconds = 2e-6;
inline constexpr double longest_view_seconds = 30;

/// Shows `factor` times as much; what is at `position` stays there.
void zoom(TimeView& view, double factor, double position);
/// Moves what is shown by a part of the view, later for a positive one.
void pan(TimeView& view, double part);
/// Shows a span with some room on both sides.
[[nodiscard]] TimeView view_of(gpu::ActivitySpan span);

/// Seconds between marks of an axis with about `count` of them: 1, 2 or 5 of a power of ten.
[[nodiscard]] double mark_distance(double seconds, double count);
[[nodiscard]] double seconds_of(gpu::CallClock::duration duration);
/// Whether two parts of time share a moment.
[[nodiscard]] bool meets(const gpu::ActivitySpan& a, const gpu::ActivitySpan& b);

}  // namespace texelscope::app

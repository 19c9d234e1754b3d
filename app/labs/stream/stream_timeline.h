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
  /// The stream's name; empty if it has none.
  std::string name{};

  /// Whether both lanes are those of the same renderer, thread or stream.
  bool operator==(const TimelineLane& other) const { return kind == other.kind && id == other.id; }
};
/// "renderer", "ranges 1" and "thread 1" by the thread's number, a stream's name, "stream 5b2f0" by the last digits of
/// its handle, "default stream".
[[nodiscard]] std::string to_string(const TimelineLane& lane);
/// A name without its namespaces: "app::(anonymous namespace)::Shade<app::Pixel>" becomes "Shade<Pixel>".
[[nodiscard]] std::string without_namespaces(std::string text);

/// A span in a lane: a call on the host or in its stream, a named range of a thread, or the window's use of its
/// renderer.
struct TimelineItem {
  std::size_t lane = 0;
  gpu::ActivitySpan time;
  /// The kind of work for its stream; none for the renderer's spans and for ranges.
  std::optional<WorkKind> kind;
  bool has_failed = false;
  /// The call's number; 0 for the renderer's spans.
  std::uint64_t number = 0;
  /// The name of the call, of the kernel in a stream's lane, or of the range. Valid as long as the records exist.
  std::string_view name;
};

/// An arrow from the record of an event to a stream's wait for it.
struct TimelineArrow {
  std::size_t from_lane = 0;
  gpu::CallClock::time_point from;
  std::size_t to_lane = 0;
  gpu::CallClock::time_point to;
  std::uint64_t record = 0;
  std::uint64_t wait = 0;
};

/// The contents of a time range.
struct Timeline {
  std::vector<TimelineLane> lanes;
  /// Ordered by time in each lane if the records are.
  std::vector<TimelineItem> items;
  std::vector<TimelineArrow> arrows;
};

/// The calls and the renderer's spans that overlap `shown`, in the lanes of the renderer, of the threads' ranges, of
/// the threads and of the streams, each in order of appearance. All activity that overlaps `laned` has lanes, which
/// thus remain while only a part of that range is shown.
[[nodiscard]] Timeline make_timeline(std::span<const gpu::ActivityRecord> records,
                                     std::span<const RendererSpan> renderer_spans, gpu::ActivitySpan shown,
                                     gpu::ActivitySpan laned);

/// The time range on screen.
struct TimeView {
  gpu::CallClock::time_point end;
  double seconds = 0.25;

  [[nodiscard]] gpu::ActivitySpan span() const;
  /// Position of a time, 0 … 1 from left to right; outside that range for times out of view.
  [[nodiscard]] double position(gpu::CallClock::time_point time) const;
  [[nodiscard]] gpu::CallClock::time_point time_at(double position) const;
};

inline constexpr double shortest_view_seconds = 2e-6;
inline constexpr double longest_view_seconds = 30;

/// Zooms by `factor`; the time at `position` does not move.
void zoom(TimeView& view, double factor, double position);
/// Moves the view by a fraction of its length, to later times if positive.
void pan(TimeView& view, double part);
/// Shows a span with a margin on both sides.
[[nodiscard]] TimeView view_of(gpu::ActivitySpan span);

/// Seconds between marks of an axis with about `count` of them: 1, 2 or 5 times a power of ten.
[[nodiscard]] double mark_distance(double seconds, double count);
[[nodiscard]] double seconds_of(gpu::CallClock::duration duration);
/// Whether two time ranges overlap.
[[nodiscard]] bool meets(const gpu::ActivitySpan& a, const gpu::ActivitySpan& b);

/// The activity between two moments.
struct MeasuredRange {
  double seconds = 0;
  /// Host calls in it, whole or in part.
  std::size_t calls = 0;
  /// Seconds in which at least one stream ran a kernel, copied or set memory, or waited; simultaneous work in several
  /// streams counts once.
  double kernels = 0;
  double copies = 0;
  double waits = 0;
  /// The number of these operations, whole or in part.
  std::size_t kernel_count = 0;
  std::size_t copy_count = 0;
  std::size_t wait_count = 0;
};

/// Measures records whose time is known.
[[nodiscard]] MeasuredRange measure_range(std::span<const gpu::ActivityRecord> records, gpu::ActivitySpan range);
/// "2.00 ms: 3 kernels 1.50 ms (75 %), 0 copies 0.00 µs (0 %), 1 wait 200 µs (10 %); the host made 12 calls".
[[nodiscard]] std::string to_string(const MeasuredRange& range);

}  // namespace texelscope::app

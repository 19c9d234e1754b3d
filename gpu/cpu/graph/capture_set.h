#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "gpu/cpu/graph/captured_graph.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/status.h"

namespace texelscope::gpu::cpu {

/// An active recording, on one stream or, after forks, on multiple streams.
struct Capture {
  /// Null once the capture has ended.
  std::shared_ptr<CapturedGraph> graph;
  StreamHandle origin;
  /// The graph's nodes before the recording.
  std::size_t first_node = 0;
  bool is_spoiled = false;
  bool has_ended = false;
};

/// The position at which an event was recorded in a capture.
struct CapturedPoint {
  std::shared_ptr<Capture> capture;
  std::vector<std::size_t> dependencies;
};

/// The captures of a device: the streams that record instead of executing, and the position of each in its graph. May
/// be used from any thread. While nothing is captured, a query costs one atomic read.
class CaptureSet {
 public:
  /// Returns invalid_value for a stream that is already being captured. @throws std::bad_alloc.
  Status begin(StreamHandle stream, std::shared_ptr<CapturedGraph> graph);
  /// Ends the capture that began on the stream. `graph` is set on success. @throws std::bad_alloc.
  Status end(StreamHandle stream, std::shared_ptr<CapturedGraph>& graph);
  /// Ends the capture that the stream belongs to and discards its recording; does nothing without a capture.
  void cancel(StreamHandle stream) noexcept;

  [[nodiscard]] bool is_any() const noexcept { return count_.load(std::memory_order_acquire) > 0; }
  [[nodiscard]] bool is_capturing(StreamHandle stream) const;
  /// The graph that the stream is captured into; null when it is not.
  [[nodiscard]] std::shared_ptr<CapturedGraph> graph_of(StreamHandle stream) const;

  /// Records the node that `make_node` returns, after the stream's previous nodes. Does nothing if the stream is not
  /// captured. @throws the exceptions of make_node; std::bad_alloc.
  template <class MakeNode>
  std::optional<Status> record(StreamHandle stream, MakeNode&& make_node) {
    if (!is_any()) {
      return std::nullopt;
    }
    const std::lock_guard lock{mutex_};
    const auto position = positions_.find(stream.value);
    if (position == positions_.end()) {
      return std::nullopt;
    }
    return record_at(position->second, make_node());
  }

  /// The position of an event that is recorded on the stream now; nullopt if the stream is not captured.
  [[nodiscard]] std::optional<CapturedPoint> point_of(StreamHandle stream) const;
  /// Makes the stream wait for a point of a capture, which it then belongs to. @throws std::bad_alloc.
  Status wait(StreamHandle stream, const CapturedPoint& point);

  /// For a call that no capture can record: invalidates the capture of the stream. Returns success if the stream is not
  /// captured.
  Status refuse(StreamHandle stream);
  /// For a call about the whole device that no capture can record.
  Status refuse_all();
  void clear();

 private:
  struct Position {
    std::shared_ptr<Capture> capture;
    std::vector<std::size_t> dependencies;
  };

  static Status record_at(Position& position, GraphNode node);
  /// Detaches all streams of the capture. Requires the lock.
  void release(const std::shared_ptr<Capture>& capture) noexcept;

  mutable std::mutex mutex_;
  /// Streams that are captured.
  std::atomic<std::size_t> count_{0};
  std::unordered_map<std::uint64_t, Position> positions_;
};

}  // namespace texelscope::gpu::cpu

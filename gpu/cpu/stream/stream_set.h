#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "gpu/cpu/stream/work_queue.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::cpu {

/// The streams of a device: live streams, and destroyed streams with unfinished work. The default stream, handle {0},
/// waits for blocking streams, and they wait for it; other streams do not.
class StreamSet {
 public:
  StreamSet();

  /// @throws std::bad_alloc.
  [[nodiscard]] StreamHandle create(bool is_blocking);
  /// Before work is scheduled on a stream: makes the default stream and blocking streams wait for each other's
  /// submitted work. @throws std::bad_alloc.
  void order_with_default(StreamHandle handle);
  /// Whether the stream is a blocking stream.
  [[nodiscard]] bool is_blocking(StreamHandle handle) const;
  /// False for a handle that no live stream has, and for the default stream. @throws std::bad_alloc.
  [[nodiscard]] bool destroy(StreamHandle handle);
  /// The queue of the live stream with this handle; null if none exists.
  [[nodiscard]] std::shared_ptr<WorkQueue> find(StreamHandle handle) const;

  /// Keeps `object` alive until every stream has completed the work submitted so far. Never waits, unless memory for
  /// the message cannot be allocated.
  void keep_until_passed(std::shared_ptr<const void> object) noexcept;
  /// Waits for all work scheduled so far on any stream. Returns the reason why a live stream was stopped, if one was.
  /// @throws std::bad_alloc.
  [[nodiscard]] Status wait() const;
  /// Waits for all work, then ends all streams. @throws std::bad_alloc.
  void close();

 private:
  using Queues = std::vector<std::shared_ptr<WorkQueue>>;
  [[nodiscard]] Queues all() const;

  mutable std::mutex mutex_;
  /// The number of live streams, queried whenever work is scheduled.
  std::atomic<int> blocking_count_{0};
  std::unordered_map<std::uint64_t, std::shared_ptr<WorkQueue>> blocking_;
  std::shared_ptr<WorkQueue> default_stream_;
  std::unordered_map<std::uint64_t, std::shared_ptr<WorkQueue>> live_;
  Queues ending_;
};

}  // namespace texelscope::gpu::cpu

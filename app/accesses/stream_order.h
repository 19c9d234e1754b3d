#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "texelscope/gpu/call_observer.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::app {

/// Which launches of a device are ordered before which, by their streams, events, and waits of the host (vector clocks
/// over streams). An order that cannot be followed counts as order: through a captured graph, or between threads of the
/// host.
class StreamOrder {
 public:
  /// Records a successful driver call.
  void follow(const gpu::CallView& call);
  /// Records a launch; its number must be the next one, from 0.
  void launch(std::uint32_t number, gpu::StreamHandle stream);
  /// Whether the first launch ends before the second one begins, whatever the speed of their streams.
  [[nodiscard]] bool is_before(std::uint32_t first, std::uint32_t second) const;

 private:
  /// The last launch of each stream, counted from 1, that precedes something.
  using Clock = std::map<std::uint64_t, std::uint64_t>;
  struct Launch {
    std::uint64_t stream = 0;
    std::uint64_t count = 0;
    /// Empty for a launch in a graph.
    std::optional<Clock> clock;
  };

  static void join(Clock& clock, const Clock& other);
  /// The clock of the next work on a stream.
  Clock& next(std::uint64_t stream);

  mutable std::mutex mutex_;
  std::map<std::uint64_t, Clock> streams_;
  std::set<std::uint64_t> blocking_;
  /// Events and semaphores by handle.
  std::map<std::uint64_t, Clock> recorded_;
  Clock host_;
  int num_captures_ = 0;
  std::vector<Launch> launches_;
};

}  // namespace texelscope::app

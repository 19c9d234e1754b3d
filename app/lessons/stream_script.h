#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/device/host_timeline_semaphore.h"
#include "app/labs/stream/experiments/slow_image.h"
#include "app/lessons/lesson_script.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/external_semaphore.h"
#include "texelscope/gpu/memory/device_memory_resource.h"

namespace texelscope::app {

/// An operation of a script, and the position of its stream's name among the words; 0 for none. Some operations allow
/// omitting the name.
struct StreamOperation {
  std::string_view name;
  std::size_t stream = 0;
};

/// Named streams, events, timeline and memory, and their work.
class StreamScript {
 public:
  /// Creates all streams that `lines` use and loads their kernels in advance, because a blocked kernel could stall this
  /// later. At the deadline, all blocked work is released, so that no operation waits any longer. `others` are
  /// operations that perform() does not know; their streams are also created.
  StreamScript(const gpu::Device& device, std::span<const ScriptLine> lines, ComputationDeadline deadline,
               std::span<const StreamOperation> others = {});
  /// Calls finish().
  ~StreamScript();
  StreamScript(const StreamScript&) = delete;
  StreamScript& operator=(const StreamScript&) = delete;

  /// Returns the operation's result, which may be empty, or nothing for an operation that is not one of
  /// operations(). @throws ParameterError for missing words and unknown names, gpu::Error.
  [[nodiscard]] std::optional<std::string> perform(const ScriptLine& line);
  /// The stream named by the word at `position`. @throws ParameterError if the line has no such word.
  [[nodiscard]] const gpu::Stream& stream_of(const ScriptLine& line, std::size_t position) {
    return lane_of(line, position).stream;
  }
  /// Releases all blocked work, and waits for it. A failure is reported as a diagnostic.
  void finish() noexcept;

  /// The operations that perform() accepts.
  [[nodiscard]] static std::span<const StreamOperation> operations();
  /// The names of these operations and of `others`, for refuse_operation().
  [[nodiscard]] static std::vector<std::string_view> names(std::span<const StreamOperation> others = {});

 private:
  struct Lane {
    gpu::Stream stream;
    gpu::Buffer image;
  };
  struct Memory {
    gpu::Buffer buffer;
    /// Remains valid after the buffer is closed.
    gpu::DevicePointer place;
  };

  void release() noexcept;
  void make_streams_of(const ScriptLine& line, std::span<const StreamOperation> others);
  [[nodiscard]] std::size_t count_done_in(const ScriptLine& line);
  std::optional<std::string> perform_on_stream(const ScriptLine& line);
  std::optional<std::string> perform_on_event(const ScriptLine& line);
  std::optional<std::string> perform_on_timeline(const ScriptLine& line);
  std::optional<std::string> perform_on_memory(const ScriptLine& line);
  const Lane& add_lane(const std::string& name, gpu::Stream stream);
  [[nodiscard]] const Lane& lane_of(const std::string& name);
  [[nodiscard]] const Lane& lane_of(const ScriptLine& line, std::size_t position) {
    return lane_of(word_of(line, position));
  }
  [[nodiscard]] const gpu::Event& event_of(const ScriptLine& line, std::size_t position);
  [[nodiscard]] const gpu::ExternalSemaphore& semaphore();
  [[nodiscard]] const gpu::DeviceMemoryResource& pool();
  [[nodiscard]] Memory& memory_of(const ScriptLine& line, std::size_t position);

  gpu::Device device_;
  ComputationDeadline deadline_;
  Gate gate_;
  std::map<std::string, Lane, std::less<>> lanes_;
  std::map<std::string, gpu::Event, std::less<>> events_;
  const std::shared_ptr<HostTimelineSemaphore> timeline_ = std::make_shared<HostTimelineSemaphore>();
  std::optional<gpu::ExternalSemaphore> semaphore_;
  std::optional<gpu::DeviceMemoryResource> pool_;
  std::map<std::string, Memory, std::less<>> memories_;
  /// Releases blocked work at the deadline.
  std::jthread watchdog_;
};

}  // namespace texelscope::app

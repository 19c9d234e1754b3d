#include "gpu/driver/profiling_driver.h"

#include <concepts>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "gpu/driver/activity_clock.h"
#include "gpu/driver/describe.h"
#include "gpu/driver/thread_number.h"

namespace texelscope::gpu::driver {
namespace {

template <class Call, class... Each>
concept OneOf = (std::same_as<Call, Each> || ...);

/// The calls that schedule work on their stream, and are bracketed by events.
template <class Call>
concept StreamWork =
    OneOf<Call, MemoryAllocate, MemoryPoolAllocate, MemoryFree, MemoryCopy, MemoryCopyPeer, MemoryFill, MemoryFill16,
          MemoryFill32, ArrayCopy, Launch, LaunchWithAttributes, GraphLaunch, GraphicsMap, GraphicsUnmap, EventRecord,
          StreamWaitEvent, ExternalSemaphoreSignal, ExternalSemaphoreWait>;

/// By the names of the driver's functions, which stand for all calls that begin or end a capture.
template <class Call>
constexpr bool is_begin_of_capture = Call::info.name.starts_with("cuStreamBeginCapture");
template <class Call>
constexpr bool is_end_of_capture = Call::info.name.starts_with("cuStreamEndCapture");

template <class Call>
std::optional<StreamHandle> stream_of(const Call& call) {
  if constexpr (requires { call.stream; }) {
    return call.stream;
  } else {
    return std::nullopt;
  }
}

class ProfilingDriver final : public Driver, private WorkSource {
 public:
  ProfilingDriver(std::unique_ptr<Driver> driver, std::shared_ptr<StreamProfiler> times)
      : driver_{std::move(driver)}, times_{std::move(times)}, log_{times_->log()}, clock_{*driver_, log_} {
    log_.attach(*this);
  }
  ~ProfilingDriver() override { log_.detach(*this); }
  ProfilingDriver(const ProfilingDriver&) = delete;
  ProfilingDriver& operator=(const ProfilingDriver&) = delete;

  TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_PERFORM_ANY)

 private:
  template <class Call>
  Status perform_any(Call& call) noexcept {
    if constexpr (std::same_as<Call, ContextRelease>) {
      log_.detach(*this);
      clock_.release();
    }
    if constexpr (is_begin_of_capture<Call>) {
      clock_.count_capture(1);
    }
    const Status status = log_.is_on() ? perform_recorded(call) : driver_->perform(call);
    if (is_end_of_capture<Call> || (is_begin_of_capture<Call> && status != Status::success)) {
      clock_.count_capture(-1);
    }
    return status;
  }

  void collect() noexcept override { clock_.collect(); }

  template <class Call>
  Status perform_recorded(Call& call) noexcept {
    std::optional<ActivityClock::Bracket> bracket;
    if constexpr (StreamWork<Call>) {
      bracket = clock_.begin(call.stream);
    }
    const auto start = CallClock::now();
    const Status status = driver_->perform(call);
    const auto end = CallClock::now();
    bool is_timed = false;
    if constexpr (StreamWork<Call>) {
      is_timed = bracket && status == Status::success && clock_.end(*bracket, call.stream);
    }
    const std::uint64_t number = write_down(call, {start, end}, status);
    if (bracket) {
      clock_.keep(*std::move(bracket), is_timed ? number : 0);
    }
    return status;
  }

  template <class Call>
  std::uint64_t write_down(const Call& call, ActivitySpan host, Status status) noexcept {
    try {
      ActivityRecord record{.name = Call::info.name,
                            .arguments = describe_arguments(call),
                            .stream = stream_of(call),
                            .thread = this_thread_number(),
                            .host = host,
                            .status = status};
      const std::lock_guard lock{records_mutex_};
      if constexpr (OneOf<Call, EventRecord, StreamWaitEvent>) {
        record.event = call.event;
      }
      if constexpr (std::same_as<Call, StreamWaitEvent>) {
        const auto recorded = last_record_.find(call.event);
        record.waits_for = recorded == last_record_.end() ? 0 : recorded->second;
      }
      const std::uint64_t number = log_.add(std::move(record));
      if constexpr (std::same_as<Call, EventRecord>) {
        last_record_[call.event] = number;
      } else if constexpr (std::same_as<Call, EventDestroy>) {
        last_record_.erase(call.event);
      }
      return number;
    } catch (...) {
      // No memory for the record: the call has been made all the same.
      return 0;
    }
  }

  struct HashEvent {
    std::size_t operator()(EventHandle event) const noexcept { return std::hash<std::uint64_t>{}(event.value); }
  };

  std::unique_ptr<Driver> driver_;
  std::shared_ptr<StreamProfiler> times_;
  ActivityLog& log_;
  ActivityClock clock_;
  /// Also so that of two records of an event at the same time the later one in the log is the one that waits refer to.
  std::mutex records_mutex_;
  std::unordered_map<EventHandle, std::uint64_t, HashEvent> last_record_;
};

}  // namespace

std::unique_ptr<Driver> time_work(std::unique_ptr<Driver> driver, std::shared_ptr<StreamProfiler> times) {
  if (!times) {
    return driver;
  }
  return std::make_unique<ProfilingDriver>(std::move(driver), std::move(times));
}

}  // namespace texelscope::gpu::driver

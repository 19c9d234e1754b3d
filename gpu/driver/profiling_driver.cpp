
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "gpu/driver/activity_clock.h"
#include "gpu/driver/describe.h"
#include "gpu/driver/driver_decorator.h"

namespace texelscope::gpu::driver {
namespace {

/// The launch properties of a call; nullopt for other calls.
std::optional<LaunchConfiguration> launch_of(const AnyCall& call) {
  if (call.info().kind != WorkKind::launch) {
    return std::nullopt;
  }
  LaunchConfiguration launch;
  for (const Argument& argument : call.arguments()) {
    const std::string_view name = argument.name;
    if (const auto* const entry = std::get_if<const kernels::KernelEntry*>(&argument.value)) {
      launch.kernel = describe(**entry);
    } else if (const auto* const extent = std::get_if<const kernels::LaunchExtent*>(&argument.value)) {
      if (name == "grid") {
        launch.grid = **extent;
      } else if (name == "block") {
        launch.block = **extent;
      }
    } else if (name == "shared_bytes") {
      launch.shared_bytes = std::get<std::int64_t>(argument.value);
    }
  }
  return launch.kernel.empty() ? std::nullopt : std::optional{std::move(launch)};
}

/// The event that a call records, waits for or destroys; none for other calls.
EventHandle event_of(const AnyCall& call) {
  for (const Argument& argument : call.arguments()) {
    const auto* const object = std::get_if<ObjectReference>(&argument.value);
    if (object != nullptr && object->kind == ObjectKind::event) {
      return {object->handle};
    }
  }
  return {};
}

class ProfilingDriver final : public DriverDecorator, private WorkSource {
 public:
  ProfilingDriver(std::unique_ptr<Driver> driver, std::shared_ptr<StreamProfiler> profiler)
      : DriverDecorator{std::move(driver)},
        profiler_{std::move(profiler)},
        log_{profiler_->log()},
        clock_{decorated(), log_} {
    log_.attach(*this);
  }
  ~ProfilingDriver() override { log_.detach(*this); }
  ProfilingDriver(const ProfilingDriver&) = delete;
  ProfilingDriver& operator=(const ProfilingDriver&) = delete;

  Status perform_any(const AnyCall& call) noexcept override {
    const CallInfo& info = call.info();
    if (info.object_kind == ObjectKind::context && info.effect == CallEffect::destroys) {
      log_.detach(*this);
      clock_.release();
    }
    if (info.captures > 0) {
      clock_.count_capture(1);
    }
    const Status status = log_.is_on() ? perform_recorded(call) : call.perform(decorated());
    if (status == Status::success) {
      keep_stream_name(call);
    }
    if (info.captures < 0 || (info.captures > 0 && status != Status::success)) {
      clock_.count_capture(-1);
    }
    return status;
  }

 private:
  void collect() noexcept override { clock_.collect(); }

  /// Stores names even while the log is off: streams are named on creation.
  void keep_stream_name(const AnyCall& call) noexcept {
    const bool is_set = &call.info() == &StreamSetName::info;
    const bool ends = call.info().object_kind == ObjectKind::stream && call.info().effect == CallEffect::destroys;
    if (!is_set && !ends) {
      return;
    }
    const Arguments arguments = call.arguments();
    const StreamHandle stream{std::get<ObjectReference>(arguments.begin()->value).handle};
    const std::string_view name = is_set ? std::get<std::string_view>(arguments.begin()[1].value) : std::string_view{};
    const std::lock_guard lock{records_mutex_};
    try {
      if (name.empty()) {
        stream_names_.erase(stream);
      } else {
        stream_names_[stream] = name;
      }
    } catch (...) {
      // No memory for the name: the timeline shows the handle.
    }
  }

  /// Records an event before and after a call that schedules work on its stream.
  Status perform_recorded(const AnyCall& call) noexcept {
    const std::optional<StreamHandle> stream = call.stream();
    std::optional<ActivityClock::Bracket> bracket;
    if (stream && call.info().kind != WorkKind::host) {
      bracket = clock_.begin(*stream);
    }
    const auto start = CallClock::now();
    const Status status = call.perform(decorated());
    const auto end = CallClock::now();
    const bool is_timed = bracket && status == Status::success && clock_.end(*bracket, *stream);
    const std::uint64_t number = write_down(call, {start, end}, status);
    if (bracket) {
      clock_.keep(*std::move(bracket), is_timed ? number : 0);
    }
    return status;
  }

  std::uint64_t write_down(const AnyCall& call, ActivitySpan host, Status status) noexcept {
    try {
      const CallInfo& info = call.info();
      ActivityRecord record{.name = info.name,
                            .kind = info.kind,
                            .arguments = describe_arguments(call.arguments()),
                            .stream = call.stream(),
                            .launch = launch_of(call),
                            .thread = this_thread_number(),
                            .host = host,
                            .status = status};
      const bool has_ended_event = info.object_kind == ObjectKind::event && info.effect == CallEffect::destroys;
      const EventHandle event = info.kind == WorkKind::record || info.kind == WorkKind::wait || has_ended_event
                                    ? event_of(call)
                                    : EventHandle{};
      const std::lock_guard lock{records_mutex_};
      if (record.stream) {
        const auto named = stream_names_.find(*record.stream);
        record.stream_name = named == stream_names_.end() ? "" : named->second;
      }
      if (event && !has_ended_event) {
        record.event = event;
      }
      if (event && info.kind == WorkKind::wait) {
        const auto recorded = last_record_.find(event);
        record.waits_for = recorded == last_record_.end() ? 0 : recorded->second;
      }
      const std::uint64_t number = log_.add(std::move(record));
      if (event && info.kind == WorkKind::record) {
        last_record_[event] = number;
      } else if (has_ended_event) {
        last_record_.erase(event);
      }
      return number;
    } catch (...) {
      // No memory for the record: the call was still made.
      return 0;
    }
  }

  struct HashHandle {
    template <class Tag>
    std::size_t operator()(Handle<Tag> handle) const noexcept {
      return std::hash<std::uint64_t>{}(handle.value);
    }
  };

  std::shared_ptr<StreamProfiler> profiler_;
  ActivityLog& log_;
  ActivityClock clock_;
  /// Also ensures that if an event is recorded twice concurrently, waits refer to the record that is later in the log.
  std::mutex records_mutex_;
  std::unordered_map<EventHandle, std::uint64_t, HashHandle> last_record_;
  std::unordered_map<StreamHandle, std::string, HashHandle> stream_names_;
};

}  // namespace

std::unique_ptr<Driver> profile(std::unique_ptr<Driver> driver, std::shared_ptr<StreamProfiler> profiler) {
  if (!profiler) {
    return driver;
  }
  return std::make_unique<ProfilingDriver>(std::move(driver), std::move(profiler));
}

}  // namespace texelscope::gpu::driver

#include "texelscope/gpu/access_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "gpu/driver/access_log.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {

kernels::TextureFetch Access::fetch() const noexcept {
  const auto real = [this](std::size_t index) { return std::bit_cast<float>(operands[index]); };
  const auto last = static_cast<int>(operands[11]);
  return {.shape = static_cast<kernels::TextureShape>(shape),
          .operation = static_cast<kernels::TextureOperation>(mode),
          .x = real(0),
          .y = real(1),
          .z = real(2),
          .layer = static_cast<int>(operands[10]),
          .level = real(3),
          .dx = {real(4), real(5), real(6)},
          .dy = {real(7), real(8), real(9)},
          .component = last,
          .element = last};
}

kernels::SurfaceAccess Access::position() const noexcept {
  return {.shape = static_cast<kernels::SurfaceShape>(shape),
          .x_bytes = static_cast<int>(operands[0]),
          .y = static_cast<int>(operands[1]),
          .z = static_cast<int>(operands[2])};
}

std::array<std::uint32_t, 4> Access::before() const noexcept {
  return {operands[4], operands[5], operands[6], operands[7]};
}

std::string to_string(const AccessSite& site) {
  std::string text = site.line > 0
                         ? fmt::format("{}:{}", site.file, site.line)
                         : fmt::format("{}+0x{:x}", site.module.empty() ? "kernel" : site.module, site.address);
  const SourcePlace* called = &site;
  for (const SourcePlace& caller : site.callers) {
    text += fmt::format(", {} {}{}", called == &site ? "called at" : "from",
                        caller.file == called->file ? "line " : caller.file + ":", caller.line);
    called = &caller;
  }
  return text;
}

bool AccessLog::keeps(const kernels::Index& thread, const kernels::LaunchExtent& extent) const noexcept {
  const kernels::Index& first = options_.first;
  const kernels::Index& end = options_.end;
  const std::int64_t number =
      thread.x + std::int64_t{extent.width} * (thread.y + std::int64_t{extent.height} * thread.z);
  return thread.x >= first.x && thread.y >= first.y && thread.z >= first.z && thread.x < end.x && thread.y < end.y &&
         thread.z < end.z && number % options_.every == 0;
}

AccessLog::Scheduled& AccessLog::add_launch(AccessLaunch launch) {
  launch.number = static_cast<std::uint32_t>(launches_.size());
  return launches_.emplace_back(Scheduled{std::move(launch)});
}

std::uint32_t AccessLog::schedule(AccessLaunch launch) {
  const std::lock_guard lock{launches_mutex_};
  const AccessLaunch& scheduled = add_launch(std::move(launch)).launch;
  for (const std::shared_ptr<AccessSink>& sink : options_.sinks) {
    sink->scheduled(scheduled);
  }
  return scheduled.number;
}

AccessRecording AccessLog::copy() const {
  const std::lock_guard lock{recording_mutex_};
  const std::lock_guard launches_lock{launches_mutex_};
  AccessRecording recording{
      .launches = {}, .objects = objects_, .sites = sites_, .accesses = accesses_, .touching = touching_};
  for (const Scheduled& scheduled : launches_) {
    recording.launches.push_back(scheduled.launch);
  }
  return recording;
}

void AccessLog::clear() {
  const std::lock_guard lock{recording_mutex_};
  accesses_.clear();
  touching_.clear();
}

AccessLog::Recording::Recording(AccessLog& log, std::uint32_t launch) : log_{log}, lock_{log.recording_mutex_} {
  {
    const std::lock_guard launches_lock{log_.launches_mutex_};
    Scheduled* scheduled = &log_.launches_[launch];
    if (scheduled->has_begun) {
      const AccessLaunch& first = scheduled->launch;
      scheduled = &log_.add_launch({.kernel = first.kernel,
                                    .extent = first.extent,
                                    .block = first.block,
                                    .stream = first.stream,
                                    .is_recordable = first.is_recordable,
                                    .is_replayed = true});
    }
    scheduled->has_begun = true;
    launch_ = &scheduled->launch;
  }
  thread_ = {.first = log_.accesses_.size()};
  for (const std::shared_ptr<AccessSink>& sink : log_.options_.sinks) {
    sink->begin(*launch_);
  }
}

AccessLog::Recording::~Recording() {
  for (const std::shared_ptr<AccessSink>& sink : log_.options_.sinks) {
    sink->end(*launch_);
  }
}

std::uint32_t AccessLog::Recording::add_object(AccessObject object) {
  log_.objects_.push_back(std::move(object));
  return static_cast<std::uint32_t>(log_.objects_.size() - 1);
}

std::uint32_t AccessLog::Recording::site(const void* caller) {
  RecentSite& recent = recent_sites_[reinterpret_cast<std::uintptr_t>(caller) / 2 % recent_sites_.size()];
  if (recent.caller == caller) {
    return recent.number;
  }
  const auto [found, is_new] =
      log_.site_numbers_.try_emplace(caller, static_cast<std::uint32_t>(log_.site_callers_.size()));
  if (is_new) {
    log_.site_callers_.push_back(caller);
    log_.sites_.emplace_back();
  }
  recent = {caller, found->second};
  return found->second;
}

void AccessLog::Recording::add(const Access& access, const AccessContext& context, bool is_kept) {
  for (const std::shared_ptr<AccessSink>& sink : log_.options_.sinks) {
    sink->access(access, context);
  }
  if (!is_kept) {
    return;
  }
  const std::optional<MemoryByte>& byte = log_.options_.touching;
  const bool touches = byte && context.object().memory == byte->memory &&
                       std::ranges::any_of(context.bytes(), [&](const AccessedBytes& bytes) {
                         return bytes.memory == byte->memory && byte->offset - bytes.offset < bytes.size_bytes;
                       });
  thread_.has_touched = thread_.has_touched || touches;
  ++thread_.counts[static_cast<std::size_t>(access.kind)];
  if (log_.accesses_.size() == log_.options_.max_accesses) {
    ++thread_.num_dropped;
    return;
  }
  if (touches) {
    log_.touching_.push_back(log_.accesses_.size());
  }
  log_.accesses_.push_back(access);
}

void AccessLog::Recording::end_thread() {
  if (!log_.options_.touching || thread_.has_touched) {
    for (std::size_t kind = 0; kind < thread_.counts.size(); ++kind) {
      launch_->counts[kind] += thread_.counts[kind];
    }
    launch_->num_dropped += thread_.num_dropped;
    ++launch_->num_threads;
  } else {
    log_.accesses_.resize(thread_.first);
  }
  thread_ = {.first = log_.accesses_.size()};
}

void AccessLog::Recording::resolve_sites(
    const std::function<void(std::span<const void* const>, std::span<AccessSite>)>& resolve) {
  const std::size_t first = std::exchange(log_.num_resolved_sites_, log_.sites_.size());
  if (first < log_.sites_.size()) {
    resolve(std::span{log_.site_callers_}.subspan(first), std::span{log_.sites_}.subspan(first));
  }
}

AccessRecorder::~AccessRecorder() = default;
void AccessRecorder::set_on(bool is_on) noexcept { log_->set_on(is_on); }
bool AccessRecorder::is_on() const noexcept { return log_->is_on(); }
AccessRecording AccessRecorder::recording() const { return log_->copy(); }
void AccessRecorder::clear() { log_->clear(); }

AccessRecorder::AccessRecorder(AccessRecorderOptions options) {
  if (options.every < 1) {
    throw InvalidArgument("recording every 0th thread is impossible; pass 1 or more as AccessRecorderOptions::every");
  }
  log_ = std::make_unique<AccessLog>(std::move(options));
}

}  // namespace texelscope::gpu

#include "texelscope/gpu/stream_profiler.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gpu/driver/activity_log.h"
#include "gpu/driver/calls/device.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {

std::uint64_t ActivityLog::add(ActivityRecord record) noexcept {
  const std::lock_guard lock{mutex_};
  try {
    record.number = next_number_;
    records_.push_back(std::move(record));
  } catch (...) {
    return 0;
  }
  if (records_.size() > capacity_) {
    records_.pop_front();
  }
  return next_number_++;
}

void ActivityLog::set_device_span(std::uint64_t number, ActivitySpan span) noexcept {
  const std::lock_guard lock{mutex_};
  if (!records_.empty() && number >= records_.front().number && number < next_number_) {
    records_[number - records_.front().number].device = span;
  }
}

void ActivityLog::attach(WorkSource& source) {
  const std::lock_guard lock{sources_mutex_};
  sources_.push_back(&source);
}

void ActivityLog::detach(WorkSource& source) noexcept {
  const std::lock_guard lock{sources_mutex_};
  std::erase(sources_, &source);
}

void ActivityLog::collect() noexcept {
  const std::lock_guard lock{sources_mutex_};
  for (WorkSource* const source : sources_) {
    source->collect();
  }
}

std::vector<ActivityRecord> ActivityLog::records_from(std::uint64_t number) const {
  const std::lock_guard lock{mutex_};
  const std::uint64_t first = records_.empty() ? next_number_ : records_.front().number;
  const auto skipped = static_cast<std::ptrdiff_t>(std::clamp(number, first, next_number_) - first);
  return {records_.begin() + skipped, records_.end()};
}

void ActivityLog::clear() {
  const std::lock_guard lock{mutex_};
  records_.clear();
}

StreamProfiler::StreamProfiler(std::size_t capacity) : log_{std::make_unique<ActivityLog>(capacity)} {
  if (capacity == 0) {
    throw InvalidArgument("a log with a capacity of 0 calls stores nothing: use a capacity of at least 1");
  }
}

StreamProfiler::~StreamProfiler() = default;

void StreamProfiler::set_on(bool is_on) noexcept { log_->set_on(is_on); }

bool StreamProfiler::is_on() const noexcept { return log_->is_on(); }

std::vector<ActivityRecord> StreamProfiler::records() { return records_from(0); }

std::vector<ActivityRecord> StreamProfiler::records_from(std::uint64_t number) {
  log_->collect();
  return log_->records_from(number);
}

void StreamProfiler::clear() { log_->clear(); }

std::vector<NamedSpan> named_spans(std::span<const ActivityRecord> records) {
  // The argument of the call that begins a range, before its name.
  constexpr std::string_view argument = "name=";
  std::vector<NamedSpan> spans;
  std::vector<bool> has_ended;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> open;
  for (const ActivityRecord& record : records) {
    std::vector<std::size_t>& of_thread = open[record.thread];
    if (record.name == driver::RangePush::info.name) {
      std::string_view name = record.arguments;
      name.remove_prefix(std::min(name.size(), argument.size()));
      of_thread.push_back(spans.size());
      spans.push_back({name, record.host, record.thread, record.number});
      has_ended.push_back(false);
    } else if (record.name == driver::RangePop::info.name && !of_thread.empty()) {
      spans[of_thread.back()].time.end = record.host.end;
      has_ended[of_thread.back()] = true;
      of_thread.pop_back();
    }
  }
  std::vector<NamedSpan> ended;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (has_ended[i]) {
      ended.push_back(spans[i]);
    }
  }
  return ended;
}

}  // namespace texelscope::gpu

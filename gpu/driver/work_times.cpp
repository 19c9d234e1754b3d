#include "texelscope/gpu/work_times.h"

#include <algorithm>

#include "gpu/driver/work_log.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {

std::uint64_t WorkLog::add(WorkRecord record) noexcept {
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

void WorkLog::set_device_span(std::uint64_t number, WorkSpan span) noexcept {
  const std::lock_guard lock{mutex_};
  if (!records_.empty() && number >= records_.front().number && number < next_number_) {
    records_[number - records_.front().number].device = span;
  }
}

void WorkLog::attach(WorkSource& source) {
  const std::lock_guard lock{sources_mutex_};
  sources_.push_back(&source);
}

void WorkLog::detach(WorkSource& source) noexcept {
  const std::lock_guard lock{sources_mutex_};
  std::erase(sources_, &source);
}

void WorkLog::collect() noexcept {
  const std::lock_guard lock{sources_mutex_};
  for (WorkSource* const source : sources_) {
    source->collect();
  }
}

std::vector<WorkRecord> WorkLog::records_from(std::uint64_t number) const {
  const std::lock_guard lock{mutex_};
  const std::uint64_t first = records_.empty() ? next_number_ : records_.front().number;
  const auto skipped = static_cast<std::ptrdiff_t>(std::clamp(number, first, next_number_) - first);
  return {records_.begin() + skipped, records_.end()};
}

void WorkLog::clear() {
  const std::lock_guard lock{mutex_};
  records_.clear();
}

WorkTimes::WorkTimes(std::size_t capacity) : log_{std::make_unique<WorkLog>(capacity)} {
  if (capacity == 0) {
    throw InvalidArgument("a log of 0 calls keeps nothing: give it a capacity of at least 1");
  }
}

WorkTimes::~WorkTimes() = default;

void WorkTimes::set_on(bool is_on) noexcept { log_->set_on(is_on); }

bool WorkTimes::is_on() const noexcept { return log_->is_on(); }

std::vector<WorkRecord> WorkTimes::records() { return records_from(0); }

std::vector<WorkRecord> WorkTimes::records_from(std::uint64_t number) {
  log_->collect();
  return log_->records_from(number);
}

void WorkTimes::clear() { log_->clear(); }

}  // namespace texelscope::gpu

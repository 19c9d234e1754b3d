#include "app/labs/interop/ownership_trace.h"

#include <algorithm>

namespace texelscope::app {
namespace {

/// Driver calls while it lives.
class CallsOfStep {
 public:
  explicit CallsOfStep(gpu::StreamProfiler* times) : times_{times} {
    if (times_ != nullptr) {
      was_on_ = times_->is_on();
      times_->set_on(true);
      const std::vector<gpu::ActivityRecord> before = times_->records();
      first_ = before.empty() ? 0 : before.back().number + 1;
    }
  }
  ~CallsOfStep() {
    if (times_ != nullptr) {
      times_->set_on(was_on_);
    }
  }
  CallsOfStep(const CallsOfStep&) = delete;
  CallsOfStep& operator=(const CallsOfStep&) = delete;

  void add_to(std::vector<LifeCall>& calls) const {
    if (times_ == nullptr) {
      return;
    }
    for (const gpu::ActivityRecord& record : times_->records_from(first_)) {
      const std::chrono::duration<double, std::micro> host = record.host.end - record.host.start;
      calls.push_back({.name = std::string{record.name},
                       .is_renderer = false,
                       .start = record.host.start,
                       .host_us = host.count()});
    }
  }

 private:
  gpu::StreamProfiler* times_;
  bool was_on_ = false;
  std::uint64_t first_ = 0;
};

}  // namespace

OwnershipTrace::OwnershipTrace(std::unique_ptr<ObservedImage> image, std::shared_ptr<gpu::StreamProfiler> times)
    : image_{std::move(image)}, times_{std::move(times)} {
  records_.push_back(take(OwnershipState::made));
}

OwnershipState OwnershipTrace::next() const { return is_frame_over() ? steps().front() : steps()[records_.size() - 1]; }

void OwnershipTrace::step() {
  const OwnershipState step = next();
  const bool begins = is_frame_over();
  frame_ += begins ? 1 : 0;
  OwnershipRecord record = take(step);
  if (begins) {
    records_.erase(records_.begin(), records_.end() - 1);
  }
  records_.push_back(std::move(record));
}

void OwnershipTrace::refresh() { records_.back().facts = image_->facts(); }

OwnershipRecord OwnershipTrace::take(OwnershipState step) {
  OwnershipRecord record{.step = step, .facts = {}, .refusals = {}, .calls = {}, .picture = {}};
  {
    const CallsOfStep calls{times_.get()};
    record.calls = image_->take(step, frame_);
    calls.add_to(record.calls);
  }
  std::ranges::stable_sort(record.calls, {}, &LifeCall::start);
  record.facts = image_->facts();
  record.refusals = image_->refusals();
  record.picture = image_->picture();
  return record;
}

}  // namespace texelscope::app

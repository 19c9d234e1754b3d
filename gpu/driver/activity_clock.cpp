#include "gpu/driver/activity_clock.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace texelscope::gpu::driver {
namespace {

/// Elapsed times are floats in milliseconds: up to this duration, their resolution is finer than a microsecond.
constexpr std::chrono::seconds base_lasts{4};
/// The fastest attempt is the closest to the true time.
constexpr int base_tries = 3;

std::optional<CallClock::duration> elapsed(Driver& driver, EventHandle start, EventHandle end) noexcept {
  EventElapsedTime call{.start = start, .end = end};
  if (driver.perform(call) != Status::success) {
    return std::nullopt;
  }
  return std::chrono::duration_cast<CallClock::duration>(std::chrono::duration<double, std::milli>(call.milliseconds));
}

bool record(Driver& driver, EventHandle event, StreamHandle stream) noexcept {
  EventRecord call{.event = event, .stream = stream};
  return driver.perform(call) == Status::success;
}

}  // namespace

EventHandle ActivityClock::make_event() noexcept {
  EventCreate call{.has_timing = true};
  return driver_.perform(call) == Status::success ? call.event : EventHandle{};
}

void ActivityClock::drop(EventHandle event) noexcept {
  if (event) {
    EventDestroy call{event};
    static_cast<void>(driver_.perform(call));
  }
}

bool ActivityClock::renew_base() {
  if (!stream_) {
    StreamCreate call;
    if (driver_.perform(call) != Status::success) {
      return false;
    }
    stream_ = call.created;
  }
  std::optional<Base> best;
  CallClock::duration best_doubt = CallClock::duration::max();
  for (int i = 0; i < base_tries; ++i) {
    const EventHandle event = make_event();
    const auto before = CallClock::now();
    EventSynchronize wait{event};
    if (!event || !record(driver_, event, stream_) || driver_.perform(wait) != Status::success) {
      drop(event);
      break;
    }
    const CallClock::duration doubt = CallClock::now() - before;
    if (doubt < best_doubt) {
      drop(best ? best->event : EventHandle{});
      best = Base{event, before + doubt / 2};
      best_doubt = doubt;
    } else {
      drop(event);
    }
  }
  if (!best) {
    return false;
  }
  bases_.push_back(base_ = std::make_shared<const Base>(*best));
  return true;
}

std::optional<ActivityClock::Bracket> ActivityClock::take_bracket() {
  if (spare_.empty()) {
    collect_locked();
  }
  if (!spare_.empty()) {
    Bracket bracket = std::move(spare_.back());
    spare_.pop_back();
    bracket.base = base_;
    return bracket;
  }
  if (bracket_count_ == max_brackets) {
    return std::nullopt;
  }
  // Reserves the space first, so that returning the bracket cannot fail.
  spare_.reserve(bracket_count_ + 1);
  const Bracket bracket{make_event(), make_event(), base_};
  if (!bracket.start || !bracket.end) {
    drop(bracket.start);
    drop(bracket.end);
    return std::nullopt;
  }
  ++bracket_count_;
  return bracket;
}

void ActivityClock::release(Bracket bracket) noexcept {
  bracket.base.reset();
  spare_.push_back(std::move(bracket));
}

std::optional<ActivityClock::Bracket> ActivityClock::begin(StreamHandle stream) noexcept {
  const std::lock_guard lock{mutex_};
  try {
    // Only the first base is created here, because creating one waits for the device, which the caller's work might
    // delay.
    if (captures_ > 0 || (!base_ && !renew_base())) {
      return std::nullopt;
    }
    std::optional<Bracket> bracket = take_bracket();
    if (bracket && !record(driver_, bracket->start, stream)) {
      release(*std::exchange(bracket, std::nullopt));
    }
    return bracket;
  } catch (...) {
    return std::nullopt;
  }
}

bool ActivityClock::end(const Bracket& bracket, StreamHandle stream) noexcept {
  const std::lock_guard lock{mutex_};
  return captures_ == 0 && record(driver_, bracket.end, stream);
}

void ActivityClock::keep(Bracket bracket, std::uint64_t number) noexcept {
  const std::lock_guard lock{mutex_};
  if (number != 0) {
    try {
      pending_.push_back({number, bracket});
      return;
    } catch (...) {
      // No memory to record the times: the call is left without any.
    }
  }
  release(std::move(bracket));
}

void ActivityClock::count_capture(int change) noexcept {
  const std::lock_guard lock{mutex_};
  captures_ = std::max(captures_ + change, 0);
}

bool ActivityClock::resolve(const Pending& pending) noexcept {
  EventQuery query{pending.bracket.end};
  const Status status = driver_.perform(query);
  if (status != Status::success) {
    return status != Status::not_ready;
  }
  const auto from_base = elapsed(driver_, pending.bracket.base->event, pending.bracket.start);
  const auto length = elapsed(driver_, pending.bracket.start, pending.bracket.end);
  if (from_base && length) {
    const auto start = pending.bracket.base->time + *from_base;
    log_.set_device_span(pending.number, {start, start + *length});
  }
  return true;
}

void ActivityClock::collect_locked() noexcept {
  if (captures_ > 0) {
    return;
  }
  std::erase_if(pending_, [this](const Pending& pending) {
    const bool is_done = resolve(pending);
    if (is_done) {
      release(pending.bracket);
    }
    return is_done;
  });
  std::erase_if(bases_, [this](const std::shared_ptr<const Base>& base) {
    // Referenced only here.
    const bool is_unused = base != base_ && base.use_count() == 1;
    if (is_unused) {
      drop(base->event);
    }
    return is_unused;
  });
}

void ActivityClock::collect() noexcept {
  const std::lock_guard lock{mutex_};
  collect_locked();
  try {
    if (captures_ == 0 && base_ && CallClock::now() - base_->time > base_lasts) {
      static_cast<void>(renew_base());
    }
  } catch (...) {
    // No memory for another base: the current base remains in use, and times become slightly less accurate.
  }
}

void ActivityClock::release() noexcept {
  const std::lock_guard lock{mutex_};
  collect_locked();
  for (const Pending& pending : std::exchange(pending_, {})) {
    drop(pending.bracket.start);
    drop(pending.bracket.end);
  }
  for (const Bracket& bracket : std::exchange(spare_, {})) {
    drop(bracket.start);
    drop(bracket.end);
  }
  bracket_count_ = 0;
  for (const auto& base : std::exchange(bases_, {})) {
    drop(base->event);
  }
  base_.reset();
  if (stream_) {
    StreamDestroy call{std::exchange(stream_, {})};
    static_cast<void>(driver_.perform(call));
  }
}

}  // namespace texelscope::gpu::driver

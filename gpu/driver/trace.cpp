#include "texelscope/gpu/trace.h"

#include <algorithm>
#include <chrono>
#include <new>

#include "gpu/driver/calls/device.h"
#include "gpu/driver/describe.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/packed_arguments.h"

namespace texelscope::gpu {
namespace {

constexpr std::size_t block_size = 4096;

}  // namespace

struct Trace::Slot {
  std::string_view name{};
  std::string_view lane{};
  std::string_view failure{};
  WorkKind kind = WorkKind::host;
  StreamHandle stream{};
  std::uint64_t thread = 0;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  Status status = Status::success;
  PackedArguments arguments{};
};

Trace::Trace(std::size_t capacity) : capacity_{capacity}, began_{CallClock::now()} {
  if (capacity == 0) {
    throw InvalidArgument("a trace with a capacity of 0 calls stores nothing: use a capacity of at least 1");
  }
  blocks_.resize((capacity + block_size - 1) / block_size);
}

Trace::~Trace() = default;

std::int64_t Trace::since_began(CallClock::time_point time) const noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time - began_).count();
}

Trace::Slot* Trace::next_slot() noexcept {
  const std::size_t place = recorded_ % capacity_;
  std::unique_ptr<Slot[]>& block = blocks_[place / block_size];
  if (!block) {
    block.reset(new (std::nothrow) Slot[std::min(block_size, capacity_ - place / block_size * block_size)]);
    if (!block) {
      // No memory for the record: the call continues, and the trace reports a missing record.
      ++missed_;
      return nullptr;
    }
  }
  ++recorded_;
  return &block[place % block_size];
}

void Trace::after(const CallView& call, Status status, CallClock::time_point start,
                  CallClock::time_point end) noexcept {
  Slot slot{.name = call.name(),
            .kind = call.work_kind(),
            .stream = call.stream(),
            .thread = driver::this_thread_number(),
            .start_ns = since_began(start),
            .end_ns = since_began(end),
            .status = status};
  call.pack_arguments(slot.arguments);
  const std::lock_guard lock{mutex_};
  if (call.name() == driver::StreamSetName::info.name) {
    keep_stream_name(call);
  }
  if (Slot* const kept = next_slot()) {
    *kept = slot;
  }
}

void Trace::keep_stream_name(const CallView& call) noexcept {
  try {
    // The text is, for example, "stream=0x100, name=upload".
    const std::string text = call.arguments();
    constexpr std::string_view before_name = ", name=";
    stream_names_[call.stream().value] = text.substr(text.find(before_name) + before_name.size());
  } catch (...) {
    // No memory for the name: the lane has the handle.
  }
}

void Trace::add(const TraceSpan& span) noexcept {
  const std::uint64_t thread = driver::this_thread_number();
  const std::lock_guard lock{mutex_};
  if (Slot* const kept = next_slot()) {
    *kept = {.name = span.name,
             .lane = span.lane,
             .failure = span.failure,
             .thread = thread,
             .start_ns = since_began(span.start),
             .end_ns = since_began(span.end),
             .status = span.failure.empty() ? Status::success : Status::unknown};
  }
}

std::vector<TraceRecord> Trace::records() const {
  const std::lock_guard lock{mutex_};
  const std::size_t count = std::min(recorded_, capacity_);
  std::vector<TraceRecord> ordered;
  ordered.reserve(count);
  for (std::size_t number = recorded_ - count; number < recorded_; ++number) {
    const std::size_t place = number % capacity_;
    const Slot& slot = blocks_[place / block_size][place % block_size];
    ordered.push_back({slot.name, slot.kind, slot.arguments.text(), slot.stream, slot.thread, slot.start_ns,
                       slot.end_ns, slot.status, slot.lane, slot.failure});
  }
  return ordered;
}

std::map<std::uint64_t, std::string> Trace::stream_names() const {
  const std::lock_guard lock{mutex_};
  return stream_names_;
}

std::size_t Trace::dropped() const {
  const std::lock_guard lock{mutex_};
  return recorded_ - std::min(recorded_, capacity_) + missed_;
}

void Trace::clear() {
  const std::lock_guard lock{mutex_};
  recorded_ = 0;
  missed_ = 0;
}

}  // namespace texelscope::gpu

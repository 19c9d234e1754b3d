#include "texelscope/gpu/trace.h"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "gpu/driver/thread_number.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

/// The trace format groups lanes ("threads") under processes; these two groups stand for them.
constexpr int host_group = 1;
constexpr int stream_group = 2;

nlohmann::json name_event(const char* what, int group, std::uint64_t lane, const std::string& name) {
  return {{"ph", "M"}, {"name", what}, {"pid", group}, {"tid", lane}, {"args", {{"name", name}}}};
}

nlohmann::json call_event(const TraceRecord& record, int group, std::uint64_t lane) {
  nlohmann::json event{
      {"ph", "X"},
      {"cat", "driver"},
      {"name", record.name},
      {"pid", group},
      {"tid", lane},
      {"ts", static_cast<double>(record.start_ns) / 1000.0},
      {"dur", static_cast<double>(record.end_ns - record.start_ns) / 1000.0},
      {"args", {{"arguments", record.arguments}, {"thread", record.thread}}},
  };
  if (record.status != Status::success) {
    event["args"]["status"] = fmt::format("{} ({})", status_name(record.status), static_cast<int>(record.status));
  }
  return event;
}

}  // namespace

Trace::Trace(std::size_t capacity) : capacity_{capacity}, began_{CallClock::now()} {
  if (capacity == 0) {
    throw InvalidArgument("a trace of 0 calls keeps nothing: give it a capacity of at least 1");
  }
}

void Trace::after(const CallView& call, Status status, CallClock::time_point start,
                  CallClock::time_point end) noexcept {
  const auto since_began = [this](CallClock::time_point time) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time - began_).count();
  };
  const std::uint64_t thread = driver::this_thread_number();
  try {
    TraceRecord record{call.name(),        call.arguments(), call.stream(), thread,
                       since_began(start), since_began(end), status};
    const std::lock_guard lock{mutex_};
    if (records_.size() < capacity_) {
      records_.push_back(std::move(record));
    } else {
      records_[next_] = std::move(record);
      next_ = (next_ + 1) % capacity_;
      ++dropped_;
    }
  } catch (...) {
    // No memory for the record: the call goes on, and the trace says that one is missing.
    const std::lock_guard lock{mutex_};
    ++dropped_;
  }
}

std::vector<TraceRecord> Trace::records() const {
  const std::lock_guard lock{mutex_};
  const auto oldest = records_.begin() + static_cast<std::ptrdiff_t>(next_);
  std::vector<TraceRecord> ordered(oldest, records_.end());
  ordered.insert(ordered.end(), records_.begin(), oldest);
  return ordered;
}

std::size_t Trace::dropped() const {
  const std::lock_guard lock{mutex_};
  return dropped_;
}

void Trace::clear() {
  const std::lock_guard lock{mutex_};
  records_.clear();
  next_ = 0;
  dropped_ = 0;
}

void Trace::write_chrome_json(std::ostream& out) const {
  const std::vector<TraceRecord> kept = records();
  const char* separator = "\n";
  const auto write = [&out, &separator](const nlohmann::json& event) {
    out << separator << event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    separator = ",\n";
  };

  out << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"dropped_calls\":" << dropped() << "},\"traceEvents\":[";
  write(name_event("process_name", host_group, 0, "host threads"));
  write(name_event("process_name", stream_group, 0, "streams"));
  std::map<std::pair<int, std::uint64_t>, std::uint64_t> lanes;
  for (const TraceRecord& record : kept) {
    const bool is_on_stream = static_cast<bool>(record.stream);
    const int group = is_on_stream ? stream_group : host_group;
    const auto [lane, is_first] =
        lanes.try_emplace({group, is_on_stream ? record.stream.value : record.thread}, lanes.size() + 1);
    if (is_first) {
      write(name_event(
          "thread_name", group, lane->second,
          is_on_stream ? fmt::format("stream {:#x}", record.stream.value) : fmt::format("thread {}", record.thread)));
    }
    write(call_event(record, group, lane->second));
  }
  out << "\n]}\n";
}

}  // namespace texelscope::gpu

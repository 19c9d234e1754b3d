#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/driver/describe.h"
#include "texelscope/gpu/stream_profiler.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::gpu {
namespace {

/// The trace format groups lanes ("threads") under processes; these numbers serve as the processes.
constexpr int host_group = 1;
constexpr int stream_group = 2;
constexpr int span_group = 3;

nlohmann::json name_event(const char* what, int group, std::uint64_t lane, const std::string& name) {
  return {{"ph", "M"}, {"name", what}, {"pid", group}, {"tid", lane}, {"args", {{"name", name}}}};
}

using StreamNames = std::map<std::uint64_t, std::string>;

/// Records with the same key share a lane.
struct LaneKey {
  int group = host_group;
  std::uint64_t number = 0;
  std::string_view name{};
  auto operator<=>(const LaneKey&) const = default;
};

LaneKey lane_of(const TraceRecord& record) {
  if (!record.lane.empty()) {
    return {span_group, record.thread, record.lane};
  }
  return record.stream ? LaneKey{stream_group, record.stream.value} : LaneKey{host_group, record.thread};
}

std::string lane_name(const LaneKey& lane, const StreamNames& names) {
  switch (lane.group) {
    case stream_group: {
      const auto named = names.find(lane.number);
      const std::string handle = lane.number == 0 ? "default stream" : fmt::format("stream {:#x}", lane.number);
      return named == names.end() ? handle : fmt::format("{}, {}", named->second, handle);
    }
    case span_group:
      return lane.number == 0 ? std::string{lane.name} : fmt::format("{}, thread {}", lane.name, lane.number);
    default:
      return fmt::format("thread {}", lane.number);
  }
}

double microseconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000.0; }

/// Writes individual events, and names each lane before its first event.
class ChromeTraceWriter {
 public:
  ChromeTraceWriter(std::ostream& out, const StreamNames& names, std::size_t dropped) : out_{out}, names_{names} {
    out_ << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"dropped_calls\":" << dropped << "},\"traceEvents\":[";
    write(name_event("process_name", host_group, 0, "host threads"));
    write(name_event("process_name", stream_group, 0, "streams"));
    write(name_event("process_name", span_group, 0, "renderer"));
  }

  void write_in(const LaneKey& key, nlohmann::json event) {
    const auto [lane, is_first] = lanes_.try_emplace(key, lanes_.size() + 1);
    if (is_first) {
      write(name_event("thread_name", key.group, lane->second, lane_name(key, names_)));
    }
    event["pid"] = key.group;
    event["tid"] = lane->second;
    write(event);
  }
  void end() { out_ << "\n]}\n"; }

 private:
  void write(const nlohmann::json& event) {
    out_ << separator_ << event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    separator_ = ",\n";
  }

  std::ostream& out_;
  const StreamNames& names_;
  const char* separator_ = "\n";
  std::map<LaneKey, std::uint64_t> lanes_;
};

nlohmann::json span_event(const char* category, std::string_view name, std::int64_t start_ns, std::int64_t end_ns) {
  return {{"ph", "X"},
          {"cat", category},
          {"name", name},
          {"ts", microseconds(start_ns)},
          {"dur", microseconds(end_ns - start_ns)}};
}

void add_status(nlohmann::json& event, Status status) {
  if (status != Status::success) {
    event["args"]["status"] = fmt::format("{} ({})", status_name(status), static_cast<int>(status));
  }
}

nlohmann::json call_event(const TraceRecord& record) {
  nlohmann::json event =
      span_event(record.lane.empty() ? "driver" : "renderer", record.name, record.start_ns, record.end_ns);
  event["args"] = {{"arguments", record.arguments}, {"thread", record.thread}};
  if (record.kind != WorkKind::host) {
    event["args"]["kind"] = to_string(record.kind);
  }
  if (!record.failure.empty()) {
    event["args"]["status"] = record.failure;
  } else {
    add_status(event, record.status);
  }
  return event;
}

/// The clock of one file, which starts at the earliest time in the file.
class FileClock {
 public:
  explicit FileClock(CallClock::time_point zero) : zero_{zero} {}
  [[nodiscard]] std::int64_t operator()(CallClock::time_point time) const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time - zero_).count();
  }
  [[nodiscard]] nlohmann::json span(const char* category, std::string_view name, const ActivitySpan& time) const {
    return span_event(category, name, (*this)(time.start), (*this)(time.end));
  }

 private:
  CallClock::time_point zero_;
};

nlohmann::json facts_of(const ActivityRecord& record) {
  nlohmann::json facts{{"number", record.number}, {"arguments", record.arguments}};
  if (record.launch) {
    facts["grid"] = driver::describe(record.launch->grid);
    facts["block"] = driver::describe(record.launch->block);
    facts["shared_bytes"] = record.launch->shared_bytes;
  }
  return facts;
}

void write_activity(ChromeTraceWriter& writer, const FileClock& clock, const ActivityRecord& record) {
  nlohmann::json call = clock.span("driver", record.name, record.host);
  call["args"] = facts_of(record);
  add_status(call, record.status);
  writer.write_in({host_group, record.thread}, call);
  if (record.stream && record.device) {
    nlohmann::json work =
        clock.span("stream", record.launch ? record.launch->kernel : std::string{record.name}, *record.device);
    work["args"] = call["args"];
    writer.write_in({stream_group, record.stream->value}, work);
  }
}

/// An arrow from the record of an event to a wait for it.
void write_order(ChromeTraceWriter& writer, const FileClock& clock, const ActivityRecord& record,
                 const ActivityRecord& wait) {
  const auto flow = [&](const char* phase, std::int64_t time_ns) {
    return nlohmann::json{
        {"ph", phase}, {"cat", "event"}, {"name", "event"}, {"id", wait.number}, {"ts", microseconds(time_ns)}};
  };
  writer.write_in({stream_group, record.stream->value}, flow("s", clock(record.device->start)));
  nlohmann::json finish = flow("f", clock(wait.device->end));
  finish["bp"] = "e";
  writer.write_in({stream_group, wait.stream->value}, finish);
}

}  // namespace

void Trace::write_chrome_json(std::ostream& out) const {
  const std::vector<TraceRecord> kept = records();
  const StreamNames names = stream_names();
  ChromeTraceWriter writer{out, names, dropped()};
  for (const TraceRecord& record : kept) {
    writer.write_in(lane_of(record), call_event(record));
  }
  writer.end();
}

void write_chrome_json(std::span<const ActivityRecord> records, std::span<const TraceSpan> spans, std::ostream& out) {
  StreamNames names;
  CallClock::time_point zero = CallClock::time_point::max();
  for (const ActivityRecord& record : records) {
    zero = std::min(zero, record.host.start);
    if (record.stream && !record.stream_name.empty()) {
      names[record.stream->value] = record.stream_name;
    }
  }
  for (const TraceSpan& span : spans) {
    zero = std::min(zero, span.start);
  }
  const FileClock clock{zero};
  ChromeTraceWriter writer{out, names, 0};
  for (const ActivityRecord& record : records) {
    write_activity(writer, clock, record);
  }
  for (const NamedSpan& range : named_spans(records)) {
    writer.write_in({host_group, range.thread}, clock.span("range", range.name, range.time));
  }
  for (const ActivityRecord& wait : records) {
    // The records have consecutive numbers.
    const bool is_kept = wait.waits_for != 0 && wait.waits_for >= records.front().number;
    const ActivityRecord* const record = is_kept ? &records[wait.waits_for - records.front().number] : nullptr;
    if (record != nullptr && record->device && record->stream && wait.device && wait.stream) {
      write_order(writer, clock, *record, wait);
    }
  }
  for (const TraceSpan& span : spans) {
    nlohmann::json event = clock.span("renderer", span.name, {span.start, span.end});
    if (!span.failure.empty()) {
      event["args"]["status"] = span.failure;
    }
    writer.write_in({span_group, 0, span.lane}, event);
  }
  writer.end();
}

}  // namespace texelscope::gpu

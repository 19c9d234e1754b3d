#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <tuple>

#include "texelscope/gpu/trace.h"

namespace texelscope::gpu {
namespace {

/// The trace format groups lanes ("threads") under processes; these groups stand for them.
constexpr int host_group = 1;
constexpr int stream_group = 2;
constexpr int span_group = 3;

nlohmann::json name_event(const char* what, int group, std::uint64_t lane, const std::string& name) {
  return {{"ph", "M"}, {"name", what}, {"pid", group}, {"tid", lane}, {"args", {{"name", name}}}};
}

/// What makes two records share a lane.
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

std::string lane_name(const LaneKey& lane) {
  switch (lane.group) {
    case stream_group:
      return fmt::format("stream {:#x}", lane.number);
    case span_group:
      return fmt::format("{}, thread {}", lane.name, lane.number);
    default:
      return fmt::format("thread {}", lane.number);
  }
}

nlohmann::json call_event(const TraceRecord& record, int group, std::uint64_t lane) {
  nlohmann::json event{
      {"ph", "X"},
      {"cat", record.lane.empty() ? "driver" : "renderer"},
      {"name", record.name},
      {"pid", group},
      {"tid", lane},
      {"ts", static_cast<double>(record.start_ns) / 1000.0},
      {"dur", static_cast<double>(record.end_ns - record.start_ns) / 1000.0},
      {"args", {{"arguments", record.arguments}, {"thread", record.thread}}},
  };
  if (record.kind != WorkKind::host) {
    event["args"]["kind"] = to_string(record.kind);
  }
  if (!record.failure.empty()) {
    event["args"]["status"] = record.failure;
  } else if (record.status != Status::success) {
    event["args"]["status"] = fmt::format("{} ({})", status_name(record.status), static_cast<int>(record.status));
  }
  return event;
}

}  // namespace

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
  write(name_event("process_name", span_group, 0, "renderer"));
  std::map<LaneKey, std::uint64_t> lanes;
  for (const TraceRecord& record : kept) {
    const LaneKey key = lane_of(record);
    const auto [lane, is_first] = lanes.try_emplace(key, lanes.size() + 1);
    if (is_first) {
      write(name_event("thread_name", key.group, lane->second, lane_name(key)));
    }
    write(call_event(record, key.group, lane->second));
  }
  out << "\n]}\n";
}

}  // namespace texelscope::gpu

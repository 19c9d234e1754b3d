#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "app/labs/copy/copy_lab.h"
#include "app/text/setting_text.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 3> contents = {"typed", "npy", "image"};
constexpr std::array<std::string_view, 4> orders = {"C", "F", "K", "typed"};
constexpr std::array<std::string_view, 3> memories = {"device", "pinned", "pageable"};
constexpr std::array<std::string_view, 4> tabs = {"motion", "picture", "plan", "speed"};
constexpr std::array<std::string_view, 2> motion_orders = {"plan", "elements"};
constexpr std::array<std::string_view, 2> units = {"elements", "bytes"};
constexpr std::array<std::string_view, 2> switches = {"no", "yes"};

using Settings = std::vector<std::pair<std::string, std::string>>;

void append(Settings& settings, const std::string& side, const CopySideText& text) {
  settings.emplace_back(side + "_shape", text.array.shape);
  settings.emplace_back(side + "_strides", text.array.strides);
  settings.emplace_back(side + "_unit", name_of(units, text.array.unit));
  settings.emplace_back(side + "_itemsize", fmt::format("{}", text.array.itemsize));
  settings.emplace_back(side + "_order", text.array.order);
  settings.emplace_back(side + "_operations", text.operations);
}

/// Whether `name` is a setting of a side.
bool take(CopySideText& text, std::string_view name, const std::string& value) {
  if (name == "shape") {
    text.array.shape = value;
  } else if (name == "strides") {
    text.array.strides = value;
  } else if (name == "unit") {
    take_choice(name, value, units, text.array.unit);
  } else if (name == "itemsize") {
    take_integer(name, value, text.array.itemsize);
  } else if (name == "order") {
    text.array.order = value;
  } else if (name == "operations") {
    text.operations = value;
  } else {
    return false;
  }
  return true;
}

/// A record as a line: figures, then words, between bars.
std::string record_text(const CopyRecord& record) {
  return fmt::format("{}|{}|{}|{}|{}|{}|{}|{}", record.bytes, record.speeds[0], record.speeds[1], record.speeds[2],
                     record.method, record.device, record.memory, record.description);
}

CopyRecord record_from_text(std::string_view line) {
  std::array<std::string, 7> parts;
  for (std::string& part : parts) {
    const std::size_t end = line.find('|');
    if (end == std::string_view::npos) {
      throw ParameterError(fmt::format("'{}' is no former run; leave the history out", line));
    }
    part = line.substr(0, end);
    line.remove_prefix(end + 1);
  }
  CopyRecord record;
  take_integer("history", parts[0], record.bytes);
  for (std::size_t racer = 0; racer < copy_racers; ++racer) {
    const double speed = std::strtod(parts[racer + 1].c_str(), nullptr);
    record.speeds[racer] = std::isfinite(speed) ? std::max(speed, 0.0) : 0;
  }
  record.method = parts[4];
  record.device = parts[5];
  record.memory = parts[6];
  record.description = line;
  return record;
}

}  // namespace

Settings CopyLab::settings() const {
  Settings all{{"content", name_of(contents, input.content)}, {"file", input.file}};
  append(all, "source", input.source);
  all.emplace_back("source_memory", name_of(memories, input.source_memory));
  all.emplace_back("order", name_of(orders, input.order));
  append(all, "destination", input.destination);
  all.emplace_back("destination_memory", name_of(memories, input.destination_memory));
  all.emplace_back("size_log2", fmt::format("{}", preset_log2));
  all.emplace_back("view", name_of(tabs, view));
  all.emplace_back("text", name_of(tabs, text));
  all.emplace_back("tab", name_of(tabs, tab));
  all.emplace_back("motion", name_of(motion_orders, playback.order));
  all.emplace_back("is_playing", name_of(switches, playback.is_playing));
  all.emplace_back("step", fmt::format("{}", moves_done()));
  all.emplace_back("steps_per_second", fmt::format("{}", std::lround(playback.speed)));
  std::string history;
  for (const CopyRecord& record : records) {
    history += (history.empty() ? "" : "\n") + record_text(record);
  }
  all.emplace_back("history", history);
  return all;
}

void CopyLab::set(std::string_view name, const std::string& value) {
  worked_out_.reset();
  const auto side = [&](std::string_view prefix, CopySideText& text_of_side) {
    return name.starts_with(prefix) && take(text_of_side, name.substr(prefix.size()), value);
  };
  if (name == "content") {
    take_choice(name, value, contents, input.content);
  } else if (name == "file") {
    input.file = value;
  } else if (name == "source_memory") {
    take_choice(name, value, memories, input.source_memory);
  } else if (name == "destination_memory") {
    take_choice(name, value, memories, input.destination_memory);
  } else if (name == "order") {
    take_choice(name, value, orders, input.order);
  } else if (name == "size_log2") {
    take_integer(name, value, preset_log2);
    preset_log2 = std::clamp(preset_log2, smallest_preset_log2, largest_preset_log2);
  } else if (name == "view" || name == "text" || name == "tab") {
    CopyTab chosen = tab;
    take_choice(name, value, tabs, chosen);
    choose_tab(chosen);
  } else if (name == "motion") {
    take_choice(name, value, motion_orders, playback.order);
  } else if (name == "is_playing") {
    auto choice = static_cast<std::size_t>(playback.is_playing);
    take_choice(name, value, switches, choice);
    playback.is_playing = choice != 0;
  } else if (name == "step") {
    std::int64_t step = 0;
    take_integer(name, value, step);
    playback.position = static_cast<double>(std::max<std::int64_t>(step, 0));
  } else if (name == "steps_per_second") {
    std::int64_t speed = 0;
    take_integer(name, value, speed);
    playback.speed = static_cast<double>(std::clamp<std::int64_t>(speed, 1, 120));
  } else if (name == "history") {
    records.clear();
    for (std::size_t begin = 0; begin < value.size() && records.size() < max_records;) {
      const std::size_t end = std::min(value.find('\n', begin), value.size());
      records.push_back(record_from_text(std::string_view{value}.substr(begin, end - begin)));
      begin = end + 1;
    }
  } else if (!side("source_", input.source) && !side("destination_", input.destination)) {
    throw ParameterError(fmt::format("the copy lab has no setting '{}'", name));
  }
}

}  // namespace texelscope::app

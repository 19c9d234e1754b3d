#include "app/files/json_entry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/files/file.h"
#include "app/files/json_text.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_path_bytes = 200;
constexpr std::size_t max_value_bytes = 60;

/// The value as in the file, on one line; for a list or an object only its size, because it may be the whole file.
std::string shown_value(const Json& json) {
  if (json.is_structured() && !json.empty()) {
    return fmt::format("{} of {} {}", json.is_array() ? "a list" : "an object", json.size(),
                       json.size() == 1 ? "entry" : "entries");
  }
  return shown_line(json.dump(-1, ' ', false, Json::error_handler_t::replace), max_value_bytes);
}

}  // namespace

JsonEntry::JsonEntry(const Json& json, std::string path)
    : json_{&json}, path_{path.size() <= max_path_bytes ? std::move(path) : shown_line(path, max_path_bytes)} {}

void JsonEntry::fail(std::string_view advice) const {
  const std::string name = path_.empty() ? "it" : shown_line(path_, max_path_bytes);
  throw JsonEntryError(fmt::format("{} is {}; {}", name, shown_value(*json_), advice), path_);
}

void JsonEntry::fail_for(std::string_view reason) const {
  throw JsonEntryError(
      path_.empty() ? std::string{reason} : fmt::format("{}: {}", shown_line(path_, max_path_bytes), reason), path_);
}

void JsonEntry::require_object() const {
  if (!json_->is_object()) {
    fail("use an object, {…}");
  }
}

std::optional<JsonEntry> JsonEntry::find(std::string_view name) const {
  require_object();
  const auto found = json_->find(name);
  if (found == json_->end()) {
    return std::nullopt;
  }
  return JsonEntry(*found, path_.empty() ? std::string{name} : fmt::format("{}.{}", path_, name));
}

JsonEntry JsonEntry::at(std::string_view name) const {
  if (const auto found = find(name)) {
    return *found;
  }
  fail_for(fmt::format("{} is missing", name));
}

std::vector<std::pair<std::string, JsonEntry>> JsonEntry::members() const {
  require_object();
  std::vector<std::pair<std::string, JsonEntry>> members;
  for (const auto& [name, value] : json_->items()) {
    if (name.size() > max_text_bytes) {
      fail_for(fmt::format("the name '{}' has {} bytes; the limit is {}", shown_line(name, max_value_bytes),
                           name.size(), max_text_bytes));
    }
    members.emplace_back(name, JsonEntry(value, path_.empty() ? name : fmt::format("{}.{}", path_, name)));
  }
  return members;
}

std::vector<JsonEntry> JsonEntry::elements() const {
  if (!json_->is_array()) {
    fail("use a list, […]");
  }
  std::vector<JsonEntry> elements;
  for (const Json& value : *json_) {
    elements.emplace_back(value, fmt::format("{}[{}]", path_, elements.size()));
  }
  return elements;
}

void JsonEntry::allow_at_most(std::size_t count) const {
  if (json_->is_structured() && json_->size() > count) {
    fail(fmt::format("use at most {}", count));
  }
}

void JsonEntry::allow_only(std::initializer_list<std::string_view> names) const {
  for (const auto& [name, entry] : members()) {
    if (std::ranges::find(names, name) == names.end()) {
      fail_for(fmt::format("unknown entry '{}'; the entries are {}", shown_line(name, max_value_bytes),
                           fmt::join(names, ", ")));
    }
  }
}

std::string JsonEntry::text(std::size_t max_bytes) const {
  if (!json_->is_string()) {
    fail("use a string, \"…\"");
  }
  const auto& text = json_->get_ref<const std::string&>();
  if (text.size() > max_bytes) {
    fail(fmt::format("it has {} bytes; use at most {}", text.size(), max_bytes));
  }
  // The system would cut a path there.
  if (text.find('\0') != std::string::npos) {
    fail("remove the NUL character");
  }
  return text;
}

std::vector<std::string> JsonEntry::texts(std::size_t max_bytes) const {
  std::vector<std::string> texts;
  for (const JsonEntry& each : elements()) {
    texts.push_back(each.text(max_bytes));
  }
  return texts;
}

bool JsonEntry::flag() const {
  if (!json_->is_boolean()) {
    fail("use true or false");
  }
  return json_->get<bool>();
}

double JsonEntry::number() const {
  if (!json_->is_number()) {
    fail("use a number");
  }
  return json_->get<double>();
}

std::int64_t JsonEntry::whole_number(std::int64_t least, std::int64_t most) const {
  const bool is_small = !json_->is_number_unsigned() || json_->get<std::uint64_t>() <= INT64_MAX;
  if (!json_->is_number_integer() || !is_small || json_->get<std::int64_t>() < least ||
      json_->get<std::int64_t>() > most) {
    fail(fmt::format("use an integer from {} to {}", least, most));
  }
  return json_->get<std::int64_t>();
}

std::string JsonEntry::text_or(std::string_view name, std::string initial) const {
  const auto found = find(name);
  return found ? found->text() : std::move(initial);
}

std::vector<std::string> JsonEntry::texts_or_none(std::string_view name) const {
  const auto found = find(name);
  return found ? found->texts() : std::vector<std::string>{};
}

bool JsonEntry::flag_or(std::string_view name, bool initial) const {
  const auto found = find(name);
  return found ? found->flag() : initial;
}

double JsonEntry::number_or(std::string_view name, double initial) const {
  const auto found = find(name);
  return found ? found->number() : initial;
}

void read_json_file(std::string_view kind, const FilePlace& file, std::uintmax_t max_bytes,
                    const std::function<void(const JsonEntry& json)>& read) {
  try {
    const Json json = parse_json(read_file(file, max_bytes));
    read(JsonEntry(json));
  } catch (const FileError& error) {
    throw FileError(fmt::format("cannot read the {} {}: {}", kind, file.path.string(), error.what()));
  }
}

}  // namespace texelscope::app

#include "app/files/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/files/file_error.h"
#include "app/text/escape.h"
#include "app/text/json_reason.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

/// Counts how far the library has read, because the library reports its position only for errors.
class CountedText {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountedText(const char* at, const char*& reached) : at_{at}, reached_{&reached} {}

  reference operator*() const { return *at_; }
  CountedText& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  CountedText operator++(int) {
    const CountedText before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountedText& other) const { return at_ == other.at_; }
  bool operator!=(const CountedText& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

/// Parses JSON in one pass, in linear time: the library searches an ordered object for each key that it adds. @throws
/// FileError like parse_json().
class JsonReader final : public nlohmann::json_sax<Json> {
 public:
  JsonReader(std::string_view text, std::size_t max_depth, std::size_t first_line, std::string_view sought = {})
      : text_{text}, max_depth_{max_depth}, first_line_{first_line}, sought_{sought} {}

  [[nodiscard]] Json read() {
    reached_ = text_.data();
    // The library would ignore everything from there on.
    if (const std::size_t end = text_.find('\0'); end != std::string_view::npos) {
      const char* const at = text_.data() + end;
      throw FileError(fmt::format("line {}, column {}: a NUL character", line_of(at), column_of(at)));
    }
    static_cast<void>(
        Json::sax_parse(CountedText(text_.data(), reached_), CountedText(text_.data() + text_.size(), reached_), this));
    return std::move(json_);
  }

  /// The line of the value at the sought path; the first line if there is none.
  [[nodiscard]] std::size_t found_line() const { return found_line_.value_or(first_line_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string& /*text*/) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(Json::binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return enter(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return enter(Json::array()); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool key(std::string& name) override {
    Level& level = levels_.back();
    level.key = name;
    const std::size_t line = line_of(reached_);
    if (const auto [before, is_new] = level.lines.emplace(name, line); !is_new) {
      throw FileError(fmt::format("line {}: duplicate key {}, first used in line {}; remove one of them", line,
                                  shown_line(path(), max_path_bytes), before->second));
    }
    if (level.lines.size() > max_json_keys) {
      throw FileError(fmt::format("line {}: an object has more than {} keys", line, max_json_keys));
    }
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& error) override {
    const char* const at = text_.data() + std::min(position, text_.size());
    const std::string reason = json_reason(error);
    // The library's own position counts from the start of this text.
    const std::size_t place = reason.starts_with("parse error at ") ? reason.find(": ") : std::string::npos;
    throw FileError(fmt::format("line {}, column {}: {}", line_of(at), column_of(at),
                                place == std::string::npos ? reason : reason.substr(place + 2)));
  }

 private:
  static constexpr std::size_t max_path_bytes = 200;

  /// An object or a list whose end has not been reached.
  struct Level {
    Json* json;
    /// The keys of an object so far, with their lines, and its last key.
    std::map<std::string, std::size_t, std::less<>> lines{};
    std::string key{};
  };

  /// Appends to the innermost object or list, whose own place therefore stays the same. Returns the value's place.
  Json& append(Json value) {
    Json& place = place_of(std::move(value));
    if (!sought_.empty() && !found_line_ && path() == sought_) {
      // After a number, the library has already read the next character, which may be a line end.
      found_line_ = line_of(reached_ - 1);
    }
    return place;
  }

  Json& place_of(Json value) {
    if (levels_.empty()) {
      return json_ = std::move(value);
    }
    const Level& level = levels_.back();
    if (level.json->is_object()) {
      return level.json->get_ref<Json::object_t&>().emplace_back(level.key, std::move(value)).second;
    }
    return level.json->emplace_back(std::move(value));
  }

  bool add(Json value) {
    append(std::move(value));
    return true;
  }

  bool enter(Json empty) {
    if (levels_.size() >= max_depth_) {
      throw FileError(fmt::format("line {}: nested deeper than {} levels", line_of(reached_), max_depth_));
    }
    Json& json = append(std::move(empty));
    levels_.push_back({.json = &json});
    return true;
  }

  bool leave() {
    levels_.pop_back();
    return true;
  }

  /// The path of the current value, such as labs.kernels.file or entries[2].name.
  [[nodiscard]] std::string path() const {
    std::string path;
    for (const Level& level : levels_) {
      path += level.json->is_array() ? fmt::format("[{}]", level.json->size() - 1)
              : path.empty()         ? level.key
                                     : "." + level.key;
    }
    return path;
  }

  [[nodiscard]] std::size_t line_of(const char* at) {
    // Keys arrive in order, so each line is counted once.
    if (at < counted_to_) {
      counted_to_ = text_.data();
      counted_lines_ = 0;
    }
    counted_lines_ += static_cast<std::size_t>(std::count(counted_to_, at, '\n'));
    counted_to_ = at;
    return first_line_ + counted_lines_;
  }

  [[nodiscard]] std::size_t column_of(const char* at) const {
    const std::string_view before = text_.substr(0, static_cast<std::size_t>(at - text_.data()));
    const std::size_t end = before.rfind('\n');
    return end == std::string_view::npos ? before.size() : before.size() - end - 1;
  }

  std::string_view text_;
  std::size_t max_depth_;
  std::size_t first_line_;
  Json json_;
  std::string_view sought_;
  std::optional<std::size_t> found_line_{};
  const char* reached_ = nullptr;
  const char* counted_to_ = text_.data();
  std::size_t counted_lines_ = 0;
  std::vector<Level> levels_;
};

/// The values of one key that take part in its result: one value, or objects to merge.
using MergedValues = std::vector<const Json*>;

void apply(const Json& value, MergedValues& values) {
  if (!value.is_object() || (!values.empty() && !values.front()->is_object())) {
    values.clear();
  }
  values.push_back(&value);
}

Json merged(const MergedValues& values) {
  if (!values.empty() && !values.front()->is_object()) {
    return *values.front();
  }
  std::vector<std::pair<std::string_view, MergedValues>> members;
  std::map<std::string_view, std::size_t> places;
  for (const Json* const object : values) {
    for (const auto& [key, value] : object->get_ref<const Json::object_t&>()) {
      if (value.is_null()) {
        if (const auto removed = places.find(key); removed != places.end()) {
          members[removed->second].second.clear();
          places.erase(removed);
        }
        continue;
      }
      const auto [place, is_new] = places.emplace(key, members.size());
      if (is_new) {
        members.emplace_back(key, MergedValues{});
      }
      apply(value, members[place->second].second);
    }
  }
  Json result = Json::object();
  for (const auto& [key, of_key] : members) {
    if (!of_key.empty()) {
      result.get_ref<Json::object_t&>().emplace_back(std::string(key), merged(of_key));
    }
  }
  return result;
}

}  // namespace

nlohmann::ordered_json parse_json(std::string_view text, std::size_t max_depth, std::size_t first_line) {
  return JsonReader(text, max_depth, first_line).read();
}

std::size_t line_of_json(std::string_view text, std::string_view path) {
  JsonReader search(text, max_json_depth, 1, path);
  static_cast<void>(search.read());
  return search.found_line();
}

nlohmann::ordered_json parse_json(std::span<const std::byte> bytes) {
  return parse_json(std::string_view{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Json merged_json(std::span<const Json> parts) {
  MergedValues values;
  for (const Json& part : parts) {
    apply(part, values);
  }
  return merged(values);
}

}  // namespace texelscope::app

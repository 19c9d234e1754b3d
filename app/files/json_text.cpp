#include "app/files/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
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

/// Parses JSON without storing it. @throws FileError like parse_json().
class JsonCheck final : public nlohmann::json_sax<Json> {
 public:
  JsonCheck(std::string_view text, std::size_t max_depth, std::size_t first_line)
      : text_{text}, max_depth_{max_depth}, first_line_{first_line} {}

  void run() {
    reached_ = text_.data();
    static_cast<void>(
        Json::sax_parse(CountedText(text_.data(), reached_), CountedText(text_.data() + text_.size(), reached_), this));
  }

  bool null() override { return next_value(); }
  bool boolean(bool /*value*/) override { return next_value(); }
  bool number_integer(std::int64_t /*value*/) override { return next_value(); }
  bool number_unsigned(std::uint64_t /*value*/) override { return next_value(); }
  bool number_float(double /*value*/, const std::string& /*text*/) override { return next_value(); }
  bool string(std::string& /*value*/) override { return next_value(); }
  bool binary(Json::binary_t& /*value*/) override { return next_value(); }
  bool start_object(std::size_t /*size*/) override { return enter(true); }
  bool start_array(std::size_t /*size*/) override { return enter(false); }
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

  struct Level {
    bool is_object;
    /// The keys of an object so far, with their lines, and its last key.
    std::map<std::string, std::size_t, std::less<>> lines{};
    std::string key{};
    /// Number of values of an array so far.
    std::size_t values = 0;
  };

  bool next_value() {
    if (!levels_.empty()) {
      ++levels_.back().values;
    }
    return true;
  }

  bool enter(bool is_object) {
    if (levels_.size() >= max_depth_) {
      throw FileError(fmt::format("line {}: nested deeper than {} levels", line_of(reached_), max_depth_));
    }
    next_value();
    levels_.push_back({.is_object = is_object});
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
      path += !level.is_object ? fmt::format("[{}]", level.values - 1) : path.empty() ? level.key : "." + level.key;
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
  const char* reached_ = nullptr;
  const char* counted_to_ = text_.data();
  std::size_t counted_lines_ = 0;
  std::vector<Level> levels_;
};

}  // namespace

nlohmann::ordered_json parse_json(std::string_view text, std::size_t max_depth, std::size_t first_line) {
  JsonCheck(text, max_depth, first_line).run();
  return Json::parse(text);
}

nlohmann::ordered_json parse_json(std::span<const std::byte> bytes) {
  return parse_json(std::string_view{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace texelscope::app

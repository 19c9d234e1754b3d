#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/file.h"
#include "app/files/file_error.h"

namespace texelscope::app {

/// An error of an entry of JSON.
class JsonEntryError : public FileError {
 public:
  JsonEntryError(const std::string& text, std::string path) : FileError(text), path_{std::move(path)} {}

  /// The keys that lead to the entry.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

/// Maximum length of a text in a JSON file, in bytes: of a name, a title or a path, whose limit is Linux's; of a
/// paragraph; and of a setting, which may be a kernel's source and whose own limit the lab checks. Longer texts could
/// take the window more time and memory to draw than a frame has.
inline constexpr std::size_t max_text_bytes = 4096;
inline constexpr std::size_t max_paragraph_bytes = 16'384;
inline constexpr std::size_t max_setting_bytes = 1 << 20;

/// An entry of untrusted JSON, and the keys that lead to it, such as labs.kernels.file or entries[2].name. Nothing is
/// converted: requesting a type other than that of the value throws FileError, which names the keys, the value and the
/// accepted values. Names of entries have at most max_text_bytes.
class JsonEntry {
 public:
  /// The JSON of a whole file, or the part of it at `path`. `json` must outlive this object.
  explicit JsonEntry(const nlohmann::ordered_json& json, std::string path = {});

  [[nodiscard]] const nlohmann::ordered_json& json() const noexcept { return *json_; }

  /// An entry of this object; nullopt if it is missing.
  [[nodiscard]] std::optional<JsonEntry> find(std::string_view name) const;
  /// A required entry.
  [[nodiscard]] JsonEntry at(std::string_view name) const;
  /// All entries of this object with their names, in the order of the file.
  [[nodiscard]] std::vector<std::pair<std::string, JsonEntry>> members() const;
  /// All entries of this list.
  [[nodiscard]] std::vector<JsonEntry> elements() const;
  /// Refuses a list or an object with more entries.
  void allow_at_most(std::size_t count) const;
  /// Refuses any entry of this object that is not listed, which would otherwise be ignored.
  void allow_only(std::initializer_list<std::string_view> names) const;

  /// A longer text, and one with a NUL character, is refused, like a value of another type.
  [[nodiscard]] std::string text(std::size_t max_bytes = max_text_bytes) const;
  [[nodiscard]] std::vector<std::string> texts(std::size_t max_bytes = max_text_bytes) const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] double number() const;
  /// The library would convert −1 to a large number.
  [[nodiscard]] std::int64_t whole_number(std::int64_t least, std::int64_t most) const;

  /// Optional entries of this object, with default `initial`.
  [[nodiscard]] std::string text_or(std::string_view name, std::string initial) const;
  [[nodiscard]] std::vector<std::string> texts_or_none(std::string_view name) const;
  [[nodiscard]] bool flag_or(std::string_view name, bool initial) const;
  [[nodiscard]] double number_or(std::string_view name, double initial) const;

  /// @throws JsonEntryError: "KEYS is VALUE; ADVICE".
  [[noreturn]] void fail(std::string_view advice) const;
  /// @throws JsonEntryError: "KEYS: REASON", for a reason that includes the value.
  [[noreturn]] void fail_for(std::string_view reason) const;

 private:
  void require_object() const;

  const nlohmann::ordered_json* json_;
  std::string path_;
};

/// Passes the contents of a JSON file to `read`. @throws FileError, "cannot read the KIND PATH: REASON", for a file
/// that is larger than `max_bytes`, unreadable or not JSON, or if `read` throws FileError.
void read_json_file(std::string_view kind, const FilePlace& file, std::uintmax_t max_bytes,
                    const std::function<void(const JsonEntry& json)>& read);

}  // namespace texelscope::app

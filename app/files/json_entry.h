#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace texelscope::app {

/// An entry of JSON that a stranger may have written, and the keys that lead to it, such as labs.kernels.file or
/// entries[2].name. Nothing is converted: what is another kind of value than asked for throws FileError, which names
/// the keys, the value and what would do.
class JsonEntry {
 public:
  /// The whole of a file, or a part of one at `path`. `json` must outlive this.
  explicit JsonEntry(const nlohmann::ordered_json& json, std::string path = {});

  [[nodiscard]] const nlohmann::ordered_json& json() const noexcept { return *json_; }

  /// An entry of this object; none where it is missing.
  [[nodiscard]] std::optional<JsonEntry> find(std::string_view name) const;
  /// An entry that must be there.
  [[nodiscard]] JsonEntry at(std::string_view name) const;
  /// All entries of this object by their names, in the order of the file.
  [[nodiscard]] std::vector<std::pair<std::string, JsonEntry>> members() const;
  /// All entries of this list.
  [[nodiscard]] std::vector<JsonEntry> elements() const;
  /// Refuses an entry that this object has beside these, which would else be read over.
  void allow_only(std::initializer_list<std::string_view> names) const;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] double number() const;
  /// The library would make a large one of −1.
  [[nodiscard]] std::int64_t whole_number(std::int64_t least, std::int64_t most) const;

  /// Entries of this object that may be missing; then they are `initial`.
  [[nodiscard]] std::string text_or(std::string_view name, std::string initial) const;
  [[nodiscard]] std::vector<std::string> texts_or_none(std::string_view name) const;
  [[nodiscard]] bool flag_or(std::string_view name, bool initial) const;
  [[nodiscard]] double number_or(std::string_view name, double initial) const;

  /// @throws FileError: "KEYS is VALUE; ADVICE".
  [[noreturn]] void fail(std::string_view advice) const;
  /// @throws FileError: "KEYS: REASON", of a reason that tells the value.
  [[noreturn]] void fail_for(std::string_view reason) const;

 private:
  void require_object() const;

  const nlohmann::ordered_json* json_;
  std::string path_;
};

/// Hands all of a JSON file to `read`. @throws FileError, "cannot read the KIND PATH: REASON", for a file that is
/// larger than `max_bytes`, cannot be read, is no JSON, or that `read` throws FileError for.
void read_json_file(std::string_view kind, const std::filesystem::path& path, std::uintmax_t max_bytes,
                    const std::function<void(const JsonEntry& json)>& read);

}  // namespace texelscope::app

#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "app/workspace/state.h"
#include "tests/fuzz/json_growth.h"

namespace texelscope::tests {

/// A kind of JSON file.
struct JsonKind {
  /// Also the name of its folder in tests/fuzz/corpus, if it has one.
  std::string_view name;
  /// Reads a file, does with its contents what the program does, and shows in `state` what the window shows of it.
  /// `file` is in a folder of its own. @throws FileError if the file is refused.
  void (*read)(const std::filesystem::path& file, app::State& state);
  JsonGrowth growth{};
};

[[nodiscard]] std::span<const JsonKind> json_kinds();

/// Documents of a kind: small ones, whose readers accept most, and those of the fuzzer's corpus.
[[nodiscard]] std::vector<nlohmann::ordered_json> documents_of(const JsonKind& kind);

// Defined in json_readers.cpp.
void read_session(const std::filesystem::path& file, app::State& state);
void read_lesson(const std::filesystem::path& file, app::State& state);
void read_course(const std::filesystem::path& file, app::State& state);
void read_favorites(const std::filesystem::path& file, app::State& state);
void read_recent_files(const std::filesystem::path& file, app::State& state);
void read_rules(const std::filesystem::path& file, app::State& state);
void read_saved_report(const std::filesystem::path& file, app::State& state);
void read_lesson_results(const std::filesystem::path& file, app::State& state);
void read_manifest(const std::filesystem::path& file, app::State& state);
void read_picture_list(const std::filesystem::path& file, app::State& state);

}  // namespace texelscope::tests

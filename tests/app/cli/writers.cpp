#include "tests/app/cli/writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <utility>

#include "app/images/image_file.h"
#include "tests/app/npy_file.h"

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;

/// A placeholder for a target that is not the last argument.
constexpr const char* target_word = "TARGET";

/// The arguments that make a command write, except the output option. The command runs in a folder that contains the
/// inputs.
const std::map<std::string, std::vector<std::string>>& recipes() {
  static const std::map<std::string, std::vector<std::string>> all{
      {"compare", {"a.png", "b.png"}},
      {"conformance", {"--device", "cpu", "--samples", "3000", "--only", "3D float16"}},
      {"copy", {"--device", "cpu", "in.npy"}},
      {"experiment", {"no-wait", "--device", "cpu"}},
      {"explore", {"--device", "cpu", "--fresh", "--frames", "2", "--size", "320x240", "--scene", "plasma"}},
      {"golden check", {"plasma", "--device", "cpu", "--renderer", "none", "--goldens", "goldens"}},
      {"golden update", {"plasma", "--device", "cpu", "--renderer", "none", "--yes"}},
      {"layout", {"--shape", "40,30"}},
      {"lessons export", {"levels_of_a_blend", "--force"}},
      {"lessons handout", {"levels_of_a_blend", "--device", "cpu", "--format", "markdown", "--size", "640x400"}},
      {"picture", {"--device", "cpu"}},
      {"render", {"plasma", "--device", "cpu", "--size", "64x48"}},
      {"report merge", {target_word, "report"}},
      {"sample", {"a.png", "--device", "cpu", "--normalized-coords", "--read", "normalized", "--coords", "coords.npy"}},
      {"surface", {"--device", "cpu", "--at", "0,0", "--size", "64x64", "--fill", "gradient"}},
  };
  return all;
}

/// Replaces ffmpeg.
constexpr const char* fake_ffmpeg = "#!/bin/sh\nfor last; do :; done\nexec cat > \"${last#file:}\"\n";
constexpr const char* picture_list =
    R"({"texelscope_pictures": 1, "pictures": [{"name": "one", "state": {"lab": "layouts"}, "size": [320, 240]},
                                                {"name": "two", "state": {"lab": "layouts"}, "size": [320, 240]}]})";
constexpr const char* list_name = "list.json";
constexpr const char* manifest = "manifest.json";

constexpr const char* report_results = "results.json";

std::string words_of(const Writer& writer) {
  return writer.option.is_positional() ? writer.option.value : writer.option.names.front();
}

/// An update takes the path that it writes as its first argument.
bool is_update(const Writer& writer) { return writer.command == "compare" && writer.option.is_positional(); }

/// A history is read before it is written.
bool is_history(const Writer& writer) { return words_of(writer) == "--history"; }

/// A report beside an older one numbers its packs of pictures from the next free number.
std::string with_first_pack(const std::string& name) {
  static const std::regex number("_pictures-[0-9]+-pack");
  return std::regex_replace(name, number, "_pictures-000000000000-pack");
}

bool is_list(const Writer& writer) { return words_of(writer) == "--list"; }

/// Timestamps, and thus a trailing checksum, may differ between runs. Truncated files are shorter.
bool is_alike(const std::string& bytes, const std::string& whole) {
  constexpr std::size_t ends = 8;
  if (nlohmann::json::accept(whole)) {
    return nlohmann::json::accept(bytes);
  }
  if (bytes == whole || bytes.size() < 2 * ends || whole.size() < 2 * ends) {
    return bytes == whole;
  }
  return bytes.substr(0, ends) == whole.substr(0, ends) &&
         (bytes.size() == whole.size() || bytes.substr(bytes.size() - ends) == whole.substr(whole.size() - ends));
}

}  // namespace

bool is_removed_first(const std::string& name) {
  const fs::path file = fs::path(name).filename();
  return file == report_results || file == "index.html";
}

std::string Writer::name() const { return fmt::format("{} {} {}", command, words_of(*this), target); }

std::vector<Writer> find_writers() {
  std::vector<Writer> writers;
  const auto add = [&](const std::string& name, const app::CommandReference& command) {
    for (const app::OptionReference& option : command.options) {
      if (option.path != app::PathUse::write && option.path != app::PathUse::write_folder) {
        continue;
      }
      Writer writer{name, option, option.path == app::PathUse::write ? "target" : "folder"};
      const auto alike = std::ranges::find(writers, option, &Writer::option);
      if (alike == writers.end()) {
        writers.push_back(writer);
      } else if (name == "render") {
        // The first command with these common options needs a window, so render is tested instead.
        *alike = writer;
      }
      if (name == "render" && words_of(writer) == "--out") {
        writer.target = "target.mp4";
        writers.push_back(writer);
      }
    }
  };
  for (const app::CommandReference& command : app::CommandLine().describe().commands) {
    add(command.name, command);
    for (const app::CommandReference& below : command.commands) {
      add(command.name + " " + below.name, below);
    }
  }
  return writers;
}

WriterTrial::WriterTrial(const Writer& writer) : writer_{writer} {
  for (const char* const name : {"temporary", "home", "first"}) {
    fs::create_directory(folder_ / name);
  }
  app::Image image{64, 48, 4, gpu::DataType::uint8, std::vector<std::byte>(64UL * 48 * 4, std::byte{77})};
  app::save_png(folder_ / "a.png", image);
  image.pixels[100] = std::byte{78};
  app::save_png(folder_ / "b.png", image);
  fs::create_directories(folder_ / "actual/deep");
  app::save_png(folder_ / "actual/a.png", image);
  app::save_png(folder_ / "actual/deep/b.png", image);
  write_numbers(folder_ / "in.npy", {32, 64}, std::vector<float>(32 * 64, 1.5F));
  write_numbers(folder_ / "coords.npy", {500, 2}, std::vector<float>(1000, 0.25F));
  fs::permissions(folder_.write("ffmpeg", fake_ffmpeg), fs::perms::owner_all);
  if (writer.command == "report merge") {
    static_cast<void>(run_program(
        {.arguments = {"compare", "a.png", "b.png", "--report", folder_ / "report"}, .folder = folder_.path()}));
  }
  if (writer.command == "golden check") {
    fs::create_directory(folder_ / "goldens");
    static_cast<void>(run_program({.arguments = {"golden", "update", "plasma", "--device", "cpu", "--renderer", "none",
                                                 "--yes", "--goldens", folder_ / "goldens"},
                                   .folder = folder_.path()}));
  }
  const fs::path first = folder_ / "first";
  if (writer.is_folder()) {
    fs::create_directory(first / writer.target);
  }
  if (is_list(writer)) {
    std::ofstream(first / writer.target / list_name) << picture_list;
  }
  ending_ = run_program(run_to(first / writer.target));
  whole_ = files_in(first);
}

ProgramRun WriterTrial::run_to(const fs::path& target) const {
  if (!recipes().contains(writer_.command)) {
    throw std::logic_error("tests/app/cli/writers.cpp has no recipe for " + writer_.command);
  }
  ProgramRun run;
  const std::size_t blank = writer_.command.find(' ');
  run.arguments.push_back(writer_.command.substr(0, blank));
  if (blank != std::string::npos) {
    run.arguments.push_back(writer_.command.substr(blank + 1));
  }
  const std::vector<std::string>& rest = recipes().at(writer_.command);
  if (is_update(writer_)) {
    run.arguments.insert(run.arguments.end(), {target, folder_ / "actual", "--update"});
    return in_folder(std::move(run));
  }
  run.arguments.insert(run.arguments.end(), rest.begin(), rest.end());
  const std::string word = words_of(writer_);
  if (is_history(writer_)) {
    std::ranges::replace(run.arguments, std::string(target_word), (folder_ / "merged").string());
  }
  if (writer_.command == "render" && word != "--out") {
    run.arguments.insert(run.arguments.end(), {"--out", folder_ / "other.png"});
  }
  if (writer_.command == "picture" && word == "--out") {
    run.arguments.insert(run.arguments.end(), {"--lab", "layouts", "--size", "320x240"});
  }
  if (!writer_.option.is_positional()) {
    run.arguments.push_back(word);
  }
  const fs::path written = is_list(writer_) ? target / list_name : target;
  if (const auto place = std::ranges::find(run.arguments, target_word); place != run.arguments.end()) {
    *place = written;
  } else {
    run.arguments.push_back(written);
  }
  return in_folder(std::move(run));
}

ProgramRun WriterTrial::in_folder(ProgramRun run) const {
  run.folder = folder_.path();
  run.environment = {{"TEXELSCOPE_FFMPEG", folder_ / "ffmpeg"},
                     {"TMPDIR", temporary()},
                     {"HOME", folder_ / "home"},
                     {"XDG_CONFIG_HOME", folder_ / "home"},
                     {"XDG_STATE_HOME", folder_ / "home"}};
  return run;
}

Files WriterTrial::prepare(const fs::path& folder) const {
  for (const auto& [name, bytes] : whole_) {
    fs::create_directories((folder / name).parent_path());
    // The command reads these files before it writes any.
    const bool is_read = fs::path(name).filename() == manifest || fs::path(name).filename() == list_name;
    // A report overwrites only another report, and JUnit only XML.
    const bool is_report = fs::path(name).filename() == report_results;
    std::ofstream(folder / name, std::ios::binary) << (is_read               ? bytes
                                                       : is_history(writer_) ? ""
                                                       : is_report           ? R"({"texelscope_report":0})"
                                                                             : "<?xml old");
    fs::permissions(folder / name, fs::perms::owner_read | fs::perms::owner_write);
  }
  return files_in(folder);
}

std::string WriterTrial::fault_in(const fs::path& folder, const Files& old, bool was_killed) const {
  const Files found = files_in(folder);
  std::string fault;
  for (const auto& [name, bytes] : found) {
    const auto before = old.find(name);
    if (before != old.end() && before->second == bytes) {
      continue;
    }
    const bool is_beside = fs::path(name).filename().string().starts_with(".texelscope-");
    const auto whole = whole_.find(with_first_pack(name));
    if (is_beside ? !was_killed : whole == whole_.end() || !is_alike(bytes, whole->second)) {
      fault +=
          fmt::format("{}: {} of {} bytes is neither the old nor the new file\n", writer_.name(), name, bytes.size());
    }
  }
  for (const auto& [name, bytes] : old) {
    const bool is_there = std::ranges::any_of(
        found, [&](const auto& file) { return file.first == name || with_first_pack(file.first) == name; });
    if (!is_there && !is_removed_first(name)) {
      fault += fmt::format("{}: {} is gone\n", writer_.name(), name);
    }
  }
  return fault;
}

}  // namespace texelscope::tests

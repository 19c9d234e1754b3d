#include "app/window/machine_facts.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "app/files/assets.h"
#include "app/files/build_facts.h"
#include "app/files/file_error.h"
#include "app/files/font_file.h"
#include "app/text/bytes_text.h"

namespace texelscope::app {
namespace {

/// The first line of a system file; "unknown" if it does not exist.
std::string first_line(const char* path) {
  std::ifstream file{path};
  std::string line;
  return std::getline(file, line) && !line.empty() ? line : "unknown";
}

std::string path_text(const std::optional<std::filesystem::path>& path) { return path ? path->string() : "none found"; }

void add_build(Facts& facts) {
  for (const BuildFact& fact : build_facts()) {
    std::string name{fact.name};
    name.front() = name.front() >= 'a' && name.front() <= 'z' ? static_cast<char>(name.front() - 32) : name.front();
    facts.emplace_back(std::move(name), fact.value);
  }
}

void add_device(const State& state, Facts& facts) {
  facts.emplace_back("Device", fmt::format("{}: {}", state.machine.facts.device, state.machine.facts.device_name));
  if (!state.device) {
    return;
  }
  const gpu::DeviceProperties& properties = state.device->properties();
  if (state.device->id().kind == gpu::DeviceKind::cuda) {
    facts.emplace_back("Driver", fmt::format("CUDA {}.{}, compute capability {}.{}", properties.driver_version / 1000,
                                             properties.driver_version % 1000 / 10, properties.compute_major,
                                             properties.compute_minor));
    facts.emplace_back("Multiprocessors", fmt::format("{}", properties.multiprocessor_count));
  } else {
    facts.emplace_back("Threads", fmt::format("{}", properties.multiprocessor_count));
  }
  facts.emplace_back("Memory", bytes_text(static_cast<std::int64_t>(properties.memory_bytes)));
}

void add_renderer(const State& state, Facts& facts) {
  facts.emplace_back("Renderer", state.machine.facts.renderer);
  // Screenshots are not drawn by an API with a version.
  if (!state.machine.facts.api_version.empty()) {
    facts.emplace_back(state.machine.facts.api, state.machine.facts.api_version);
  }
  facts.emplace_back("Interop",
                     state.machine.facts.is_direct ? "direct" : "through the host: " + state.machine.facts.path_reason);
}

void add_displays(const State& state, double scale, Facts& facts) {
  for (const DisplayFacts& display : state.machine.displays) {
    facts.emplace_back("Display", fmt::format("{}, {} × {} at {} Hz, scale {:g}", display.name, display.width,
                                              display.height, display.refresh_rate, display.scale));
  }
  facts.emplace_back("Current scale", fmt::format("{:g}", scale));
}

std::string assets_text() {
  try {
    const auto picture = find_asset("photo.png");
    return picture ? picture->parent_path().string() : "none found";
  } catch (const FileError& error) {
    return error.what();
  }
}

void add_paths(const State& state, Facts& facts) {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = std::filesystem::current_path(error);
  facts.emplace_back("Program", program.string());
  facts.emplace_back("Current folder", folder.string());
  facts.emplace_back("Assets", assets_text());
  facts.emplace_back("Font", path_text(find_font_file(FontUse::text)));
  facts.emplace_back("Favorites", path_text(state.gallery.favorites_file));
}

}  // namespace

Facts machine_facts(const State& state, double scale) {
  Facts facts;
  add_build(facts);
  facts.emplace_back("System", "Linux " + first_line("/proc/sys/kernel/osrelease"));
  add_device(state, facts);
  add_renderer(state, facts);
  add_displays(state, scale, facts);
  add_paths(state, facts);
  return facts;
}

std::string facts_text(const Facts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) {
    text += fmt::format("{}: {}\n", name, value);
  }
  return text;
}

}  // namespace texelscope::app

#include "app/golden/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/sha256.h"
#include "app/scenes/registry.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uintmax_t largest_manifest = 1U << 22U;
constexpr std::string_view hash_prefix = "sha256:";

bool is_file_name(const std::string& name) {
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-' || character == '.';
  });
}

GoldenEntry entry_from(const Json& json) {
  GoldenEntry entry;
  entry.name = json.at("name").get<std::string>();
  if (!is_file_name(entry.name)) {
    throw ParameterError(fmt::format("the name '{}' is no file name of letters, digits, '_', '-' and '.'", entry.name));
  }
  const auto require = [&](bool is_right, std::string_view rule) {
    if (!is_right) {
      throw ParameterError(fmt::format("entry {}: {}", entry.name, rule));
    }
  };
  entry.scene = json.at("scene").get<std::string>();
  if (json.contains("parameters")) {
    for (const auto& [name, text] : json.at("parameters").items()) {
      entry.settings.emplace_back(name, text.get<std::string>());
    }
  }
  entry.frame = json.at("frame").get<std::uint64_t>();
  entry.width = json.at("width").get<int>();
  entry.height = json.at("height").get<int>();
  require(entry.width >= 1 && entry.height >= 1 && entry.width <= 4096 && entry.height <= 4096,
          "width and height go from 1 to 4096");
  if (json.contains("view")) {
    const Json& view = json.at("view");
    entry.view = {view.at("zoom").get<float>(), view.at("center").at(0).get<float>(),
                  view.at("center").at(1).get<float>()};
    require(entry.view->zoom >= 1 && entry.view->zoom <= 64, "a view's zoom goes from 1 to 64");
    const auto is_within = [](float at, int extent) { return at >= 0 && at <= static_cast<float>(extent); };
    require(is_within(entry.view->center_x, entry.width) && is_within(entry.view->center_y, entry.height),
            "a view's center lies in the frame");
  }
  entry.pixels = json.value("pixels", "");
  entry.tolerance = json.value("tolerance", 0);
  require(entry.tolerance >= 0 && entry.tolerance <= 255, "tolerance goes from 0 to 255");
  entry.reason = json.value("reason", "");
  require(entry.tolerance == 0 || !entry.reason.empty(), "a tolerance needs a reason");
  return entry;
}

Json json_of(const GoldenEntry& entry) {
  Json json{{"name", entry.name}, {"scene", entry.scene}};
  if (!entry.settings.empty()) {
    for (const auto& [name, text] : entry.settings) {
      json["parameters"][name] = text;
    }
  }
  json["frame"] = entry.frame;
  json["width"] = entry.width;
  json["height"] = entry.height;
  if (entry.view) {
    json["view"] = {{"zoom", entry.view->zoom}, {"center", {entry.view->center_x, entry.view->center_y}}};
  }
  json["pixels"] = entry.pixels;
  if (entry.tolerance != 0) {
    json["tolerance"] = entry.tolerance;
    json["reason"] = entry.reason;
  }
  return json;
}

GoldenManifest manifest_from(const Json& json) {
  if (!json.is_object() || json.value("texelscope_golden", 0) != 1) {
    throw ParameterError("it is no manifest of golden frames of version 1");
  }
  GoldenManifest manifest;
  for (const Json& entry : json.at("entries")) {
    manifest.entries.push_back(entry_from(entry));
    const std::string& name = manifest.entries.back().name;
    if (std::ranges::count(manifest.entries, name, &GoldenEntry::name) > 1) {
      throw ParameterError(fmt::format("entry {} stands twice", name));
    }
  }
  return manifest;
}

}  // namespace

std::string pixel_hash(const Image& image) {
  const std::string head =
      fmt::format("{}x{}x{} {}\n", image.width, image.height, image.channels, gpu::to_string(image.type));
  std::vector<std::byte> bytes(head.size() + image.pixels.size());
  std::memcpy(bytes.data(), head.data(), head.size());
  std::ranges::copy(image.pixels, bytes.begin() + static_cast<std::ptrdiff_t>(head.size()));
  return fmt::format("{}{}", hash_prefix, sha256(bytes));
}

ParameterValues values_of(const GoldenEntry& entry) {
  ParameterValues values(require_scene(entry.scene).parameters());
  for (const auto& [name, text] : entry.settings) {
    values.set_from_text(name, text);
  }
  return values;
}

GoldenManifest load_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / manifest_name;
  const std::vector<std::byte> bytes = read_file(path, largest_manifest);
  try {
    const char* const text = reinterpret_cast<const char*>(bytes.data());
    return manifest_from(Json::parse(text, text + bytes.size()));
  } catch (const nlohmann::json::exception& error) {
    throw FileError(fmt::format("cannot read {}: {}; mend the entry", path.string(), error.what()));
  } catch (const ParameterError& error) {
    throw FileError(fmt::format("cannot read {}: {}; mend the entry", path.string(), error.what()));
  }
}

void save_manifest(const std::filesystem::path& folder, const GoldenManifest& manifest) {
  Json json{{"texelscope_golden", 1}, {"entries", Json::array()}};
  for (const GoldenEntry& entry : manifest.entries) {
    json["entries"].push_back(json_of(entry));
  }
  write_file(folder / manifest_name, [&](std::ostream& out) { out << json.dump(2) << '\n'; });
}

std::filesystem::path picture_path(const std::filesystem::path& folder, const GoldenEntry& entry) {
  return folder / (entry.name + ".png");
}

}  // namespace texelscope::app

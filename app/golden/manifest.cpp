#include "app/golden/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entries.h"
#include "app/files/sha256.h"
#include "app/scenes/registry.h"
#include "app/text/escape.h"
#include "app/text/json_reason.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uintmax_t largest_manifest = 1U << 22U;
constexpr std::string_view hash_prefix = "sha256:";

/// The text of an entry that may be left out.
std::string text_or_none(const Json& json, std::string_view name) {
  return json.contains(name) ? text_entry(json, name) : "";
}

GoldenView view_from(const Json& json, const GoldenEntry& entry) {
  allow_only(json, {"zoom", "center"});
  const Json& center = required_entry(json, "center");
  const Json& zoom = required_entry(json, "zoom");
  if (!zoom.is_number() || !center.is_array() || center.size() != 2 || !center[0].is_number() ||
      !center[1].is_number()) {
    throw FileError(R"(a view has a zoom and a center, such as {"zoom": 3, "center": [80, 80]})");
  }
  const GoldenView view{zoom.get<float>(), center[0].get<float>(), center[1].get<float>()};
  if (!(view.zoom >= 1 && view.zoom <= 64)) {
    throw FileError("a view's zoom goes from 1 to 64");
  }
  const auto is_within = [](float at, int extent) { return at >= 0 && at <= static_cast<float>(extent); };
  if (!is_within(view.center_x, entry.width) || !is_within(view.center_y, entry.height)) {
    throw FileError("a view's center lies in the frame");
  }
  return view;
}

/// All but the name, which errors tell.
void read_entry(const Json& json, GoldenEntry& entry) {
  allow_only(json,
             {"name", "scene", "parameters", "frame", "width", "height", "view", "pixels", "tolerance", "reason"});
  entry.scene = text_entry(json, "scene");
  if (json.contains("parameters")) {
    const Json& parameters = json.at("parameters");
    for (const auto& [name, text] : parameters.items()) {
      entry.settings.emplace_back(name, text_entry(parameters, name));
    }
  }
  entry.frame = static_cast<std::uint64_t>(whole_number(json, "frame", 0, max_golden_frame));
  entry.width = static_cast<int>(whole_number(json, "width", 1, max_golden_extent));
  entry.height = static_cast<int>(whole_number(json, "height", 1, max_golden_extent));
  if (json.contains("view")) {
    entry.view = view_from(json.at("view"), entry);
  }
  entry.pixels = text_or_none(json, "pixels");
  entry.tolerance = json.contains("tolerance") ? static_cast<int>(whole_number(json, "tolerance", 0, 255)) : 0;
  entry.reason = text_or_none(json, "reason");
  if (entry.tolerance != 0 && entry.reason.empty()) {
    throw FileError("a tolerance needs a reason");
  }
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
  if (!json.is_object() || json.value("texelscope_golden", Json()) != 1) {
    throw FileError("it is no manifest of golden frames of version 1");
  }
  allow_only(json, {"texelscope_golden", "entries"});
  GoldenManifest manifest;
  std::set<std::string> names;
  for (const Json& each : required_entry(json, "entries")) {
    std::string place = fmt::format("entry {}", manifest.entries.size() + 1);
    try {
      GoldenEntry entry;
      entry.name = text_entry(each, "name");
      if (!is_file_name(entry.name)) {
        throw FileError(fmt::format("the name '{}' is no file name of letters, digits, '_', '-' and '.'",
                                    shown_line(entry.name, 200)));
      }
      place = "entry " + entry.name;
      if (!names.insert(entry.name).second) {
        throw FileError("there is one of this name before; give it another");
      }
      read_entry(each, entry);
      manifest.entries.push_back(std::move(entry));
    } catch (const FileError& error) {
      throw FileError(fmt::format("{}: {}", place, error.what()));
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
    throw FileError(fmt::format("cannot read {}: {}; mend the file", path.string(), json_reason(error)));
  } catch (const FileError& error) {
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

#include "app/golden/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/files/sha256.h"
#include "app/scenes/registry.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uintmax_t largest_manifest = 1U << 21U;
constexpr std::string_view hash_prefix = "sha256:";

GoldenView view_from(const JsonEntry& json, const GoldenEntry& entry) {
  json.allow_only({"zoom", "center"});
  const JsonEntry zoom = json.at("zoom");
  const double factor = zoom.number();
  if (!(factor >= 1 && factor <= 64)) {
    zoom.fail("the zoom of a view must be 1 to 64");
  }
  const JsonEntry center = json.at("center");
  const std::vector<JsonEntry> axes = center.elements();
  if (axes.size() != 2) {
    center.fail("the center of a view needs two numbers, such as [80, 80]");
  }
  const auto within = [](const JsonEntry& at, int extent) {
    const double value = at.number();
    if (!(value >= 0 && value <= extent)) {
      at.fail(fmt::format("the center of a view must be inside the frame: 0 to {}", extent));
    }
    return static_cast<float>(value);
  };
  return {static_cast<float>(factor), within(axes[0], entry.width), within(axes[1], entry.height)};
}

/// Reads everything except the name, which errors already contain.
void read_entry(const JsonEntry& json, GoldenEntry& entry) {
  json.allow_only({"name", "scene", "parameters", "frame", "width", "height", "view", "pixels", "tolerance", "reason"});
  entry.scene = json.at("scene").text();
  if (const auto parameters = json.find("parameters")) {
    for (const auto& [name, text] : parameters->members()) {
      entry.settings.emplace_back(name, text.text());
    }
  }
  entry.frame = static_cast<std::uint64_t>(json.at("frame").whole_number(0, max_golden_frame));
  entry.width = static_cast<int>(json.at("width").whole_number(1, max_golden_extent));
  entry.height = static_cast<int>(json.at("height").whole_number(1, max_golden_extent));
  if (const auto view = json.find("view")) {
    entry.view = view_from(*view, entry);
  }
  entry.pixels = json.text_or("pixels", "");
  const auto tolerance = json.find("tolerance");
  entry.tolerance = tolerance ? static_cast<int>(tolerance->whole_number(0, 255)) : 0;
  entry.reason = json.text_or("reason", "");
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
    throw FileError("it is not a version 1 manifest of golden frames");
  }
  const JsonEntry file(json);
  file.allow_only({"texelscope_golden", "entries"});
  GoldenManifest manifest;
  std::set<std::string> names;
  for (const JsonEntry& listed : file.at("entries").elements()) {
    // Errors identify the entry by its name instead of its path.
    const JsonEntry each(listed.json());
    std::string place = fmt::format("entry {}", manifest.entries.size() + 1);
    try {
      GoldenEntry entry;
      entry.name = each.at("name").text();
      if (!is_file_name(entry.name)) {
        throw FileError(fmt::format("the name '{}' is not a file name of letters, digits, '_', '-' and '.'",
                                    shown_line(entry.name, 200)));
      }
      place = "entry " + entry.name;
      if (!names.insert(entry.name).second) {
        throw FileError("duplicate name; rename one of the entries");
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

GoldenManifest load_manifest(const gpu::Folder& folder) {
  const std::filesystem::path path = folder.path() / manifest_name;
  const std::vector<std::byte> bytes = read_file({path, folder}, largest_manifest);
  try {
    return manifest_from(parse_json(bytes));
  } catch (const FileError& error) {
    throw FileError(fmt::format("cannot read {}: {}; correct the entry", path.string(), error.what()));
  }
}

void save_manifest(const gpu::Folder& folder, const GoldenManifest& manifest) {
  Json json{{"texelscope_golden", 1}, {"entries", Json::array()}};
  for (const GoldenEntry& entry : manifest.entries) {
    json["entries"].push_back(json_of(entry));
  }
  write_file({folder.path() / manifest_name, folder}, [&](std::ostream& out) { out << json.dump(2) << '\n'; });
}

std::filesystem::path picture_path(const std::filesystem::path& folder, const GoldenEntry& entry) {
  return folder / (entry.name + ".png");
}

std::vector<std::string> picture_names(const GoldenManifest& manifest) {
  std::vector<std::string> names;
  for (const GoldenEntry& entry : manifest.entries) {
    names.push_back(picture_path({}, entry).string());
  }
  return names;
}

}  // namespace texelscope::app

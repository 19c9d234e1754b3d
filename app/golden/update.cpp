#include "app/golden/update.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "app/compare/rules/rules_file.h"
#include "app/files/file.h"
#include "app/files/write_failure.h"
#include "app/golden/check.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"
#include "app/scenes/registry.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// The stored image, if it can be read.
std::optional<Image> stored_picture(const FilePlace& file) {
  try {
    return with_array_channels(with_8_bits(load_image(file)));
  } catch (const FileError&) {
    return std::nullopt;
  }
}

GoldenEntry default_entry(const SceneDeclaration& scene) {
  GoldenEntry entry;
  entry.name = entry.scene = scene.name;
  entry.frame = scene.default_frame;
  return entry;
}

/// The change from accepting `frame` as the entry's golden frame; nothing if the pixels are equal.
std::optional<GoldenChange> change_of(const fs::path& folder, const GoldenEntry& entry, const Image& frame) {
  const fs::path path = picture_path(folder, entry);
  const auto change = [&](GoldenChangeKind kind, std::string text) {
    return GoldenChange{kind, entry.name, std::move(text), frame};
  };
  if (std::error_code error; !fs::exists(path, error)) {
    return change(GoldenChangeKind::added,
                  fmt::format("frame {} of {}, {}x{}", entry.frame, entry.scene, entry.width, entry.height));
  }
  const std::optional<Image> stored = stored_picture({path, folder});
  if (!stored) {
    return change(GoldenChangeKind::changed, "the existing image cannot be read");
  }
  if (stored->width != frame.width || stored->height != frame.height) {
    return change(GoldenChangeKind::changed,
                  fmt::format("from {}x{} to {}x{}", stored->width, stored->height, frame.width, frame.height));
  }
  const ByteDifference difference = difference_of(*stored, frame);
  if (difference.differing_bytes == 0) {
    return std::nullopt;
  }
  return change(GoldenChangeKind::changed, fmt::format("{} of {} bytes, by up to {} of 255", difference.differing_bytes,
                                                       frame.pixels.size(), difference.max_error));
}

void add_entries_of_scenes(GoldenManifest& manifest, std::span<const std::string> names) {
  for (const SceneDeclaration& scene : scenes()) {
    const bool is_chosen = names.empty() || std::ranges::find(names, scene.name) != names.end();
    if (is_chosen && std::ranges::find(manifest.entries, scene.name, &GoldenEntry::scene) == manifest.entries.end()) {
      manifest.entries.push_back(default_entry(scene));
    }
  }
}

/// Removes entries of scenes that no longer exist, and images that no entry names.
void remove_what_is_gone(GoldenPlan& plan, const RuleFile& rules) {
  std::erase_if(plan.manifest.entries, [&](const GoldenEntry& entry) {
    const bool is_gone = find_scene(entry.scene) == nullptr;
    plan.changes_manifest = plan.changes_manifest || is_gone;
    return is_gone;
  });
  const std::vector<std::string> others = images_of_rules(rules, plan.folder, picture_names(plan.manifest));
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(plan.folder)) {
    const fs::path name = file.path().filename();
    const bool is_named = std::ranges::binary_search(others, name.string()) ||
                          std::ranges::any_of(plan.manifest.entries, [&](const GoldenEntry& entry) {
                            return picture_path(plan.folder, entry).filename() == name;
                          });
    // Only images are removed, regardless of what else the folder contains.
    if (!is_named && name.extension() == ".png" && file.is_regular_file()) {
      (has_image_content({file.path(), plan.folder}) ? names : plan.not_images).push_back(name.string());
    }
  }
  std::ranges::sort(names);
  std::ranges::sort(plan.not_images);
  for (const std::string& name : names) {
    plan.changes.push_back({GoldenChangeKind::removed, name, "no entry of an existing scene uses it", std::nullopt});
  }
}

GoldenManifest stored_manifest(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / manifest_name, error) ? load_manifest(folder) : GoldenManifest{};
}

}  // namespace

std::string_view to_string(GoldenChangeKind kind) {
  constexpr std::array<std::string_view, 3> names{"added", "changed", "removed"};
  return names[static_cast<std::size_t>(kind)];
}

GoldenPlan plan_update(const fs::path& folder, std::span<const std::string> names, const FrameMaker& make,
                       const GoldenProgress& progress, const Platform& platform) {
  if (std::error_code error; !fs::is_directory(folder, error)) {
    throw FileError(
        fmt::format("golden frame folder {} does not exist; create it, or pass --goldens", folder.string()));
  }
  const RuleFile rules = find_rules(folder);
  GoldenPlan plan{folder, stored_manifest(folder), {}, {}, {}, {}, false};
  add_entries_of_scenes(plan.manifest, names);
  std::vector<std::string> chosen;
  for (const GoldenEntry& entry : chosen_entries(plan.manifest, names)) {
    if (!names.empty() || find_scene(entry.scene) != nullptr) {
      chosen.push_back(entry.name);
    }
  }
  std::size_t done = 0;
  for (GoldenEntry& entry : plan.manifest.entries) {
    if (std::ranges::find(chosen, entry.name) == chosen.end()) {
      continue;
    }
    if (progress) {
      progress(done++, chosen.size(), entry.name);
    }
    const std::string file = picture_path({}, entry).string();
    if (names.empty() && rules_for(rules, file, platform).known_failure && fs::exists(folder / file)) {
      plan.known_failures.push_back(entry.name);
      continue;
    }
    const std::optional<Image> frame = make(entry);
    if (!frame) {
      plan.not_made.push_back(entry.name);
      continue;
    }
    if (std::optional<GoldenChange> change = change_of(folder, entry, *frame)) {
      plan.changes.push_back(std::move(*change));
    }
    const std::string hash = pixel_hash(*frame);
    plan.changes_manifest = plan.changes_manifest || hash != entry.pixels;
    entry.pixels = hash;
  }
  if (names.empty()) {
    remove_what_is_gone(plan, rules);
  }
  return plan;
}

void apply_update(const GoldenPlan& plan) {
  for (const GoldenChange& change : plan.changes) {
    if (change.picture) {
      save_png({plan.folder / (change.name + ".png"), plan.folder}, *change.picture);
      continue;
    }
    remove_file({plan.folder / change.name, plan.folder});
  }
  if (plan.changes_manifest) {
    save_manifest(plan.folder, plan.manifest);
  }
}

}  // namespace texelscope::app

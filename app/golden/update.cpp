#include "app/golden/update.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <system_error>
#include <utility>

#include "app/compare/rules/rules_file.h"
#include "app/files/file.h"
#include "app/files/sha256.h"
#include "app/files/write_failure.h"
#include "app/golden/check.h"
#include "app/images/image_file.h"
#include "app/scenes/registry.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// Whether two entries have the same pixels, whatever is stored of them.
bool has_same_frame(const GoldenEntry& a, const GoldenEntry& b) {
  return a.scene == b.scene && a.settings == b.settings && a.frame == b.frame && a.width == b.width &&
         a.height == b.height && a.view == b.view;
}

GoldenEntry default_entry(const SceneDeclaration& scene) {
  GoldenEntry entry;
  entry.name = entry.scene = scene.name;
  entry.frame = scene.default_frame;
  return entry;
}

/// A digest of the bytes, or why they cannot be read; none if there is no file.
std::optional<std::string> digest_of(const FilePlace& file) {
  if (std::error_code error; !fs::exists(file.path, error)) {
    return std::nullopt;
  }
  try {
    return sha256(read_file(file, largest_image_file));
  } catch (const FileError& error) {
    return error.what();
  }
}

/// The change from accepting `frame` as the entry's golden frame; nothing if the pixels are equal.
std::optional<GoldenChange> change_of(const gpu::Folder& folder, const GoldenEntry& entry, const Image& frame) {
  const FilePlace file(picture_path(folder.path(), entry), folder);
  const std::optional<std::string> digest = digest_of(file);
  const auto change = [&](GoldenChangeKind kind, std::string text) {
    return GoldenChange{kind, entry.name, std::move(text), digest};
  };
  if (!digest) {
    return change(GoldenChangeKind::added,
                  fmt::format("frame {} of {}, {}x{}", entry.frame, entry.scene, entry.width, entry.height));
  }
  Image stored;
  try {
    stored = stored_frame(file);
  } catch (const FileError&) {
    return change(GoldenChangeKind::changed, "the existing image cannot be read");
  }
  if (stored.width != frame.width || stored.height != frame.height) {
    return change(GoldenChangeKind::changed,
                  fmt::format("from {}x{} to {}x{}", stored.width, stored.height, frame.width, frame.height));
  }
  const ByteDifference difference = difference_of(stored, frame);
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
  for (const std::string& name : unnamed_pictures(plan.folder, plan.manifest, rules)) {
    const FilePlace file(plan.folder.path() / name, plan.folder);
    if (!fs::is_regular_file(file.path)) {
      continue;
    }
    // Only images are removed, regardless of what else the folder contains.
    if (has_image_content(file)) {
      plan.changes.push_back(
          {GoldenChangeKind::removed, name, "no entry of an existing scene uses it", digest_of(file)});
    } else {
      plan.not_images.push_back(name);
    }
  }
}

GoldenManifest stored_manifest(const gpu::Folder& folder) {
  std::error_code error;
  return fs::exists(folder.path() / manifest_name, error) ? load_manifest(folder) : GoldenManifest{};
}

constexpr std::chrono::seconds longest_wait{10};

const std::string& name_of_frame(const GoldenFrame& frame) { return frame.entry.name; }

fs::path file_of(const fs::path& folder, const GoldenChange& change) {
  return folder / (change.kind == GoldenChangeKind::removed ? change.name : change.name + ".png");
}

[[noreturn]] void fail_changed(const gpu::Folder& folder, const std::string& file) {
  throw FileError(
      fmt::format("cannot update {}: {} has changed since its change was shown, or its entry in {} has; run golden "
                  "update again",
                  folder.path().string(), file, manifest_name));
}

/// The plan for the present files and manifest, with the frames of an earlier one, which are moved out of it. @throws
/// FileError if it does anything that the earlier one does not, or cannot do something that remains to be done.
GoldenPlan plan_again(GoldenPlan& plan) {
  std::set<std::string> made;
  const FrameMaker made_frame = [&](const GoldenEntry& entry) -> std::optional<Image> {
    const auto found = std::ranges::find(plan.frames, entry.name, name_of_frame);
    if (found == plan.frames.end() || !has_same_frame(found->entry, entry)) {
      return std::nullopt;
    }
    made.insert(entry.name);
    return std::move(found->image);
  };
  GoldenPlan now = plan_update(plan.folder, plan.names, made_frame, nullptr, plan.platform);
  for (const GoldenFrame& frame : plan.frames) {
    if (!made.contains(frame.entry.name)) {
      fail_changed(plan.folder, picture_path({}, frame.entry).string());
    }
  }
  for (const GoldenChange& change : now.changes) {
    if (std::ranges::find(plan.changes, change) == plan.changes.end()) {
      fail_changed(plan.folder, file_of({}, change).string());
    }
  }
  for (const GoldenChange& change : plan.changes) {
    // Removed by another update.
    const bool is_done =
        change.kind != GoldenChangeKind::removed || !is_there({file_of(plan.folder.path(), change), plan.folder});
    if (!is_done && std::ranges::find(now.changes, change) == now.changes.end()) {
      fail_changed(plan.folder, change.name);
    }
  }
  return now;
}

}  // namespace

std::string_view to_string(GoldenChangeKind kind) {
  constexpr std::array<std::string_view, 3> names{"added", "changed", "removed"};
  return names[static_cast<std::size_t>(kind)];
}

GoldenPlan plan_update(const gpu::Folder& folder, std::span<const std::string> names, const FrameMaker& make,
                       const GoldenProgress& progress, const Platform& platform) {
  if (std::error_code error; !fs::is_directory(folder.path(), error)) {
    throw FileError(
        fmt::format("golden frame folder {} does not exist; create it, or pass --goldens", folder.path().string()));
  }
  const RuleFile rules = find_rules(folder);
  GoldenPlan plan{.folder = folder,
                  .names = {names.begin(), names.end()},
                  .platform = platform,
                  .manifest = stored_manifest(folder)};
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
    if (names.empty() && rules_for(rules, file, platform).known_failure && fs::exists(folder.path() / file)) {
      plan.known_failures.push_back(entry.name);
      continue;
    }
    std::optional<Image> frame = make(entry);
    if (!frame) {
      plan.not_made.push_back(entry.name);
      continue;
    }
    std::optional<GoldenChange> change = change_of(folder, entry, *frame);
    std::string hash = pixel_hash(*frame);
    if (!change && hash == entry.pixels) {
      continue;
    }
    plan.changes_manifest = plan.changes_manifest || hash != entry.pixels;
    entry.pixels = std::move(hash);
    plan.frames.push_back({entry, std::move(*frame)});
    if (change) {
      plan.changes.push_back(std::move(*change));
    }
  }
  if (names.empty()) {
    remove_what_is_gone(plan, rules);
  }
  return plan;
}

void apply_update(GoldenPlan plan) {
  const gpu::FileDescriptor lock = lock_folder(plan.folder, "wait until it has finished, and try again", longest_wait);
  const GoldenPlan now = plan_again(plan);
  for (const GoldenChange& change : now.changes) {
    const FilePlace file(file_of(now.folder.path(), change), now.folder);
    if (digest_of(file) != change.file) {
      fail_changed(now.folder, file.path.filename().string());
    }
    if (change.kind == GoldenChangeKind::removed) {
      remove_file(file);
    } else {
      save_png(file, std::ranges::find(now.frames, change.name, name_of_frame)->image);
    }
  }
  if (now.changes_manifest) {
    save_manifest(now.folder, now.manifest);
  }
}

}  // namespace texelscope::app

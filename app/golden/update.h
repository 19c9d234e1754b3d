#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/rules/rules.h"
#include "app/golden/frame_maker.h"
#include "app/golden/manifest.h"

namespace texelscope::app {

enum class GoldenChangeKind : unsigned char { added, changed, removed };
[[nodiscard]] std::string_view to_string(GoldenChangeKind kind);

/// One change of an update.
struct GoldenChange {
  GoldenChangeKind kind = GoldenChangeKind::added;
  /// The entry; for a removed image, its file name without an entry.
  std::string name;
  /// The reason and the difference, as part of a line.
  std::string text;
  /// Identifies the bytes of the file that is replaced or removed; none if there is no such file.
  std::optional<std::string> file;

  [[nodiscard]] bool operator==(const GoldenChange&) const = default;
};

/// A rendered frame that differs from its image or from its hash in the manifest.
struct GoldenFrame {
  GoldenEntry entry;
  Image image;
};

/// The plan of an update.
struct GoldenPlan {
  gpu::Folder folder;
  /// The scenes or entries to update; empty for all.
  std::vector<std::string> names;
  Platform platform;
  /// The new manifest.
  GoldenManifest manifest;
  std::vector<GoldenChange> changes{};
  /// The frames of the changes and of the manifest.
  std::vector<GoldenFrame> frames{};
  /// Entries that need a renderer if `make` has none; they stay unchanged.
  std::vector<std::string> not_made{};
  /// Unnamed entries that a rule lists as known failures; they stay unchanged.
  std::vector<std::string> known_failures{};
  /// Files without an entry that are only named like images; they stay.
  std::vector<std::string> not_images{};
  /// Whether the manifest file differs from `manifest`, even if no image does.
  bool changes_manifest = false;

  [[nodiscard]] bool is_empty() const { return changes.empty() && !changes_manifest; }
};

/// Renders the frames of these scenes or entries and compares them with the stored frames. Adds an entry for a scene
/// that has none: its default frame at 160x160. With no names, updates all, and also removes entries of scenes that no
/// longer exist, and images without an entry, unless rules in compare.json name them. Writes nothing. @throws
/// FileError, ParameterError, gpu::Error, render::Error.
[[nodiscard]] GoldenPlan plan_update(const gpu::Folder& folder, std::span<const std::string> names,
                                     const FrameMaker& make, const GoldenProgress& progress = nullptr,
                                     const Platform& platform = this_platform());

/// Applies the plan: images first, the manifest last. Files with unchanged pixels are not touched, and other changes of
/// the manifest since then are kept. Updates of one folder wait for each other. @throws FileError, and writes nothing
/// if a file or an entry that the plan concerns has changed since.
void apply_update(GoldenPlan plan);

}  // namespace texelscope::app

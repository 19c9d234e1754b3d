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

/// One thing that an update would do.
struct GoldenChange {
  GoldenChangeKind kind = GoldenChangeKind::added;
  /// The entry; for a picture that goes, its file's name without an entry.
  std::string name;
  /// Why, and by how much, as part of a line.
  std::string text;
  /// What is written; none for what goes.
  std::optional<Image> picture;
};

/// What an update would do, before it does it.
struct GoldenPlan {
  std::filesystem::path folder;
  /// As it will be.
  GoldenManifest manifest;
  std::vector<GoldenChange> changes;
  /// Entries that take a renderer which `make` does not have; they stay as they are.
  std::vector<std::string> not_made;
  /// Entries that are known to fail, by a rule, and were not named; they stay as they are.
  std::vector<std::string> known_failures;
  /// Whether the manifest's file differs from `manifest`, though no picture may.
  bool changes_manifest = false;

  [[nodiscard]] bool is_empty() const { return changes.empty() && !changes_manifest; }
};

/// Makes the frames of these scenes or entries and compares them with what is there. A scene without an entry gets one:
/// its default frame at 160x160. With no names, all: then entries of scenes that are gone and pictures without an entry
/// are removed as well, but for those that rules of compare.json name. Writes nothing. @throws FileError,
/// ParameterError, gpu::Error, render::Error.
[[nodiscard]] GoldenPlan plan_update(const std::filesystem::path& folder, std::span<const std::string> names,
                                     const FrameMaker& make, const GoldenProgress& progress = nullptr,
                                     const Platform& platform = this_platform());

/// Does it: pictures first, the manifest last. Files whose pixels stay are not touched. @throws FileError.
void apply_update(const GoldenPlan& plan);

}  // namespace texelscope::app

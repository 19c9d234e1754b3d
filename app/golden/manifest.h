#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/files/file.h"
#include "app/images/image.h"
#include "app/text/parameter.h"

namespace texelscope::app {

/// The display of a frame in the window's viewport.
struct GoldenView {
  /// Pixels per texel, 1 to 64.
  float zoom = 1;
  /// The center of the view, in texels from the upper left corner of the frame.
  float center_x = 0;
  float center_y = 0;

  [[nodiscard]] bool operator==(const GoldenView&) const = default;
};

/// The largest frame number, and the largest width and height.
inline constexpr std::int64_t max_golden_frame = 1'000'000;
inline constexpr std::int64_t max_golden_extent = 4096;

/// One golden frame: its parameters and its pixels.
struct GoldenEntry {
  /// The unique name of its file, without ".png".
  std::string name;
  std::string scene;
  /// Parameters that differ from their defaults, in the format of --set.
  std::vector<std::pair<std::string, std::string>> settings;
  std::uint64_t frame = 0;
  int width = 160;
  int height = 160;
  /// If set, the stored image is not the frame itself, but a viewport of the same size that shows the frame magnified
  /// and blended over a checkerboard.
  std::optional<GoldenView> view;
  /// pixel_hash() of the golden frame; empty until it is first recorded.
  std::string pixels;
  /// The largest accepted difference of a channel, 0–255; requires a reason if it is not 0.
  int tolerance = 0;
  std::string reason;
};

/// The entries to check, in file order.
struct GoldenManifest {
  std::vector<GoldenEntry> entries;
};

inline constexpr const char* manifest_name = "manifest.json";

/// SHA-256 of size, channels and pixels.
[[nodiscard]] std::string pixel_hash(const Image& image);

/// The parameter values of the entry's scene. @throws ParameterError for an unknown scene, parameter or value.
[[nodiscard]] ParameterValues values_of(const GoldenEntry& entry);

/// Reads FOLDER/manifest.json. @throws FileError that names the file and the entry.
[[nodiscard]] GoldenManifest load_manifest(const gpu::Folder& folder);

/// Writes FOLDER/manifest.json. @throws FileError.
void save_manifest(const gpu::Folder& folder, const GoldenManifest& manifest);

/// The file of an entry's image.
[[nodiscard]] std::filesystem::path picture_path(const std::filesystem::path& folder, const GoldenEntry& entry);

/// The file names of all entries.
[[nodiscard]] std::vector<std::string> picture_names(const GoldenManifest& manifest);

}  // namespace texelscope::app

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/images/image.h"
#include "app/text/parameter.h"

namespace texelscope::app {

/// How the window's viewport shows a frame.
struct GoldenView {
  /// Pixels per texel, 1 to 64.
  float zoom = 1;
  /// The place in the frame that is shown in the middle, in texels from its upper left corner.
  float center_x = 0;
  float center_y = 0;
};

/// Largest number of a frame, and largest width and height.
inline constexpr std::int64_t max_golden_frame = 1'000'000;
inline constexpr std::int64_t max_golden_extent = 4096;

/// One golden frame: how it is made, and what its pixels are.
struct GoldenEntry {
  /// Its file is this and ".png"; unlike every other's.
  std::string name;
  std::string scene;
  /// Parameters that are not at their initial values, as texts of --set.
  std::vector<std::pair<std::string, std::string>> settings;
  std::uint64_t frame = 0;
  int width = 160;
  int height = 160;
  /// What is kept is not the frame but what a viewport of its size shows of it: blended over a checkerboard, magnified.
  std::optional<GoldenView> view;
  /// pixel_hash() of the golden; empty until it is first recorded.
  std::string pixels;
  /// The largest difference of a channel that still passes, 0–255; with the reason where it is not 0.
  int tolerance = 0;
  std::string reason;
};

/// What is checked, in the order of the file.
struct GoldenManifest {
  std::vector<GoldenEntry> entries;
};

inline constexpr const char* manifest_name = "manifest.json";

/// SHA-256 of size, channels and pixels.
[[nodiscard]] std::string pixel_hash(const Image& image);

/// The values of the entry's scene. @throws ParameterError for an unknown scene, parameter or value.
[[nodiscard]] ParameterValues values_of(const GoldenEntry& entry);

/// Reads FOLDER/manifest.json. @throws FileError, naming the file and the entry.
[[nodiscard]] GoldenManifest load_manifest(const std::filesystem::path& folder);

/// Writes it. @throws FileError.
void save_manifest(const std::filesystem::path& folder, const GoldenManifest& manifest);

/// The file of an entry's picture.
[[nodiscard]] std::filesystem::path picture_path(const std::filesystem::path& folder, const GoldenEntry& entry);

/// The names of the files of all entries.
[[nodiscard]] std::vector<std::string> picture_names(const GoldenManifest& manifest);

}  // namespace texelscope::app

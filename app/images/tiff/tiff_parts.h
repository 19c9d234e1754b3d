#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/images/tiff/tiff_directory.h"

/// The images in a TIFF file.
namespace texelscope::app {

/// A page, or one sample of a page's pixels.
struct TiffPart {
  /// The position of the page's directory.
  std::uint64_t directory = 0;
  /// Nothing for the page: its color, and its alpha if it has one.
  std::optional<std::size_t> sample{};
  /// Whether it is a page with further samples that are not parts.
  bool has_unlisted = false;
};

struct TiffParts {
  std::vector<TiffPart> all;
  std::vector<std::string> names;
};

/// Whether the first of a page's samples beyond the color is alpha; `kind` is its ExtraSamples value.
[[nodiscard]] bool tiff_has_alpha(std::size_t extras, unsigned kind);

/// The first `count` pages, then each of their samples beyond color and alpha. From the directories alone: a file may
/// have many pages. @throws FileError if the file ends too early.
[[nodiscard]] TiffParts tiff_parts(const TiffDirectories& directories, std::size_t count);

}  // namespace texelscope::app

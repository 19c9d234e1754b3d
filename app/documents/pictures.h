#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/documents/channel_histogram.h"
#include "app/documents/picture_list.h"
#include "app/documents/picture_reader.h"
#include "app/images/image.h"
#include "app/images/image_file.h"

namespace texelscope::app {

/// A picture or a volume, which scenes draw.
struct LoadedImage {
  std::filesystem::path path;
  std::shared_ptr<const Image> image;
  ReadOptions reading{};
  /// The file's modification time before it was read; nothing if it was not queried.
  std::optional<std::filesystem::file_time_type> written{};
  bool operator==(const LoadedImage&) const = default;
};

/// A measure of a difference, as a sentence.
struct ComparisonFigure {
  std::string text;
  /// The texel that it names, in the numbers of the file.
  std::optional<Point> at{};
};

/// The comparison of the shown picture with the other picture.
struct ComparedPictures {
  /// Shown instead of the picture; null for none.
  std::shared_ptr<const Image> picture{};
  /// The values of FLIP, of which `picture` has the colors: bytes from 0 to 1; null for other comparisons.
  std::shared_ptr<const Image> flip{};
  /// The pixels that both have, in the numbers of the files, if their sizes differ.
  std::optional<PixelRectangle> common{};
  /// Measures of the difference, one per line; none for a split.
  std::vector<ComparisonFigure> figures{};
  /// The reason why they cannot be compared; empty if they can.
  std::string error{};
  bool is_being_made = false;
};

/// The histogram of a picture.
struct PictureHistogram {
  std::shared_ptr<const Image> picture;
  ChannelHistogram counts;
};

/// The open pictures.
struct Pictures {
  /// The shown picture, which scenes draw; nothing for the scenes' own.
  std::optional<LoadedImage> current;
  /// The one before it: shown again if no scene can draw the current one.
  std::optional<LoadedImage> previous;
  PictureList list;
  /// Reads the picture that is shown next.
  PictureReader reader;
  ComparedPictures compared;
  /// Nothing until the values of the current picture have been counted.
  std::optional<PictureHistogram> histogram;
  /// The picture whose values a key opened in the Tensors lab; null for none.
  std::shared_ptr<const Image> inspected;
};

}  // namespace texelscope::app

#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "app/files/file.h"
#include "app/images/image.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// Size and type of an image.
struct PngShape {
  int width = 0;
  int height = 0;
  int channels = 0;
  gpu::DataType type = gpu::DataType::uint8;
  bool operator==(const PngShape&) const = default;
};

/// Reads a PNG row by row, so that images can be compared without loading them as a whole; with the same checks as
/// load_image().
class PngRows {
 public:
  /// Reads the header. @throws FileError, including for a file that is not a PNG.
  explicit PngRows(const FilePlace& place);
  ~PngRows();
  PngRows(const PngRows&) = delete;
  PngRows& operator=(const PngRows&) = delete;

  [[nodiscard]] PngShape shape() const;
  /// Whether reading rows one after another returns the values of load_image(). False for palettes and interlaced rows,
  /// which only load_image() supports.
  [[nodiscard]] bool come_in_order() const;
  /// Reads the next rows, as many as fit. @throws FileError.
  void read(std::span<std::byte> rows);
  /// Reads the data after the last row, and adds the notes and facts of load_image(). False if load_image() would
  /// rotate the image. @throws FileError.
  [[nodiscard]] bool finish(Image& image);

 private:
  struct Impl;

  [[nodiscard]] std::size_t row_count(std::size_t bytes) const;

  std::unique_ptr<Impl> impl_;
};

}  // namespace texelscope::app

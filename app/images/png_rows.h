#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// The size and the values of an image.
struct PngShape {
  int width = 0;
  int height = 0;
  int channels = 0;
  gpu::DataType type = gpu::DataType::uint8;
  bool operator==(const PngShape&) const = default;
};

/// Reads a PNG row by row, so that images are compared that are never held whole; checked as load_image() does.
class PngRows {
 public:
  /// Reads the header. @throws FileError, also for a file that is no PNG.
  explicit PngRows(const std::filesystem::path& path);
  ~PngRows();
  PngRows(const PngRows&) = delete;
  PngRows& operator=(const PngRows&) = delete;

  [[nodiscard]] PngShape shape() const;
  /// Whether rows can be read one after another as load_image() gives them: not of a palette, and not of interlaced
  /// rows, which only load_image() reads.
  [[nodiscard]] bool come_in_order() const;
  /// The next rows, as many as fit. @throws FileError.
  void read(std::span<std::byte> rows);
  /// After the last row: reads what is behind it. False where load_image() would turn the image, or note something of
  /// it. @throws FileError.
  [[nodiscard]] bool ends_plainly();

 private:
  struct Impl;

  [[nodiscard]] std::size_t row_count(std::size_t bytes) const;

  std::unique_ptr<Impl> impl_;
};

}  // namespace texelscope::app

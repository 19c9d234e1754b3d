#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/images/image.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// An axis of a fold: neighbors are `stride` elements apart, upward in memory.
struct FoldAxis {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
};

/// The memory of an array as images side by side: the finest axis runs along rows, the next axis downward, and the
/// others number the images. If 3 or 4 adjacent items belong to one position of the other axes, they are its color.
struct MemoryFold {
  /// Lowest offset, in elements.
  std::int64_t first = 0;
  /// 1, 3 or 4.
  FoldAxis channels;
  FoldAxis x;
  FoldAxis y;
  /// The other axes, finest first.
  std::vector<FoldAxis> others;
  std::int64_t pictures = 1;
  /// The number of used positions along x and y: less than all if one axis is folded into rows.
  std::int64_t places = 0;

  /// Offset of a channel of a position, in elements.
  [[nodiscard]] std::int64_t offset(std::int64_t picture, std::int64_t row, std::int64_t column,
                                    std::int64_t channel) const;
};

/// The fold of a layout's memory; an empty layout has no positions.
[[nodiscard]] MemoryFold fold_memory(const gpu::StridedLayout& array);

/// An image of memory, in RGBA with 8 bits.
struct MemoryPicture {
  std::shared_ptr<const Image> image;
  /// Its contents: "1024 × 768, red, green and blue".
  std::string caption;
};

/// The numbers shown as black and white.
struct ValueRange {
  double lowest = 0;
  double highest = 1;
};

/// The lowest and the highest of a sample of the values in memory, or 0 to 1 if the sample is within that range. Some
/// types have a fixed range: 0 to 1 for booleans, all values of unsigned integers of up to 16 bits, and 0 to 255, the
/// range of a byte, for types that are not numbers.
[[nodiscard]] ValueRange value_range(std::span<const std::byte> memory, const gpu::StridedLayout& array,
                                     const gpu::ElementType& type);

/// Draws memory, at most `max_pixels` wide and high; larger contents are averaged, or omitted if there are too many
/// images. Offset 0 of the array is the first byte.
[[nodiscard]] MemoryPicture memory_picture(std::span<const std::byte> memory, const gpu::StridedLayout& array,
                                           const gpu::ElementType& type, const ValueRange& range, int max_pixels);

/// Fills memory with an image, so that the effect of a copy is visible: each image of the fold is a photo, or its gray
/// version.
void fill_with_picture(std::span<std::byte> memory, const gpu::StridedLayout& array, const gpu::ElementType& type);

}  // namespace texelscope::app

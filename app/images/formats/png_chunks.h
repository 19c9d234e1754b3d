#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {

/// Data of chunks that some versions of libpng do not support (PNG specification, third edition).
struct PngChunks {
  /// acTL: number of frames of an animation; 0 if it is not animated. Readers of still images display the frame in
  /// IDAT.
  std::uint32_t animation_frames = 0;
  /// Whether IDAT is the first frame: an fcTL chunk precedes it.
  bool has_still_frame = false;
  /// End of the last chunk.
  std::size_t end = 0;
  /// cICP: primaries, transfer function, matrix and range, by the numbers of ITU-T H.273.
  std::optional<std::array<std::uint8_t, 4>> coding_points;
};

/// The reason for refusing a truncated file.
inline constexpr const char* truncated_png = "it ends before its last chunk (truncated file)";

/// Walks through the chunks to the last one. @throws FileError for a chunk that is longer than the file: libpng
/// allocates memory of the stated length before it reads a chunk.
[[nodiscard]] PngChunks read_png_chunks(const PictureFile& file);

}  // namespace texelscope::app

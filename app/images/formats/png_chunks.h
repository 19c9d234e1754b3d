#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {

/// Data of chunks that not every version of libpng reads (PNG specification, third edition).
struct PngChunks {
  /// acTL: images of an animation; 0 where it is none. Readers of still pictures show the one in IDAT.
  std::uint32_t animation_frames = 0;
  /// Whether IDAT is the first of them: an fcTL chunk stands before it.
  bool has_still_frame = false;
  /// Where the last chunk ends.
  std::size_t end = 0;
  /// cICP: primaries, transfer function, matrix and range, by the numbers of ITU-T H.273.
  std::optional<std::array<std::uint8_t, 4>> coding_points;
};

/// Why a file that is too short is refused.
inline constexpr const char* truncated_png = "it ends before its last chunk (truncated file)";

/// Walks the chunks up to the last. @throws FileError for a chunk that is longer than the file: libpng takes memory for
/// a chunk before it reads it, as much as the chunk's length says.
[[nodiscard]] PngChunks read_png_chunks(const PictureFile& file);

}  // namespace texelscope::app

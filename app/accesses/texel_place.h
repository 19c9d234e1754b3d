#pragma once

#include <cstdint>
#include <optional>

#include "texelscope/gpu/access.h"

namespace texelscope::app {

/// A texel of a texture or surface.
struct TexelPlace {
  std::uint64_t x = 0;
  std::uint64_t y = 0;
  std::uint64_t z = 0;  ///< Slice, layer or face.
  unsigned level = 0;
  /// Texels of a row and rows of a slice, with padding.
  std::uint64_t row_texels = 0;
  std::uint64_t slice_rows = 0;
};

/// The texel at an offset of an object's memory; nullopt for linear memory and outside the object.
[[nodiscard]] std::optional<TexelPlace> texel_place(const gpu::AccessObject& object, std::uint64_t offset);

/// The offset of a texel in its object's memory. `level` is at most the number of the object's smaller levels.
[[nodiscard]] std::uint64_t texel_offset(const gpu::AccessObject& object, std::uint64_t x, std::uint64_t y,
                                         std::uint64_t z = 0, unsigned level = 0);

}  // namespace texelscope::app

#pragma once

#include <cstdint>

#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/texture.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::app {

/// A picture that exceeds the extents of a device's 2D arrays, as tiles in the layers of one array. A layered array has
/// one address mode, at the edges of each tile, so texels are addressed in the whole picture, read one by one, and
/// weighted like the texture unit weights them.
struct TiledPicture {
  /// Reads single texels: point filter, coordinates in texels, the border color outside.
  kernels::Texture tiles;
  std::int32_t width;
  std::int32_t height;
  std::int32_t tile_width;
  std::int32_t tile_height;
  /// Tiles from left to right.
  std::int32_t columns;
  gpu::AddressMode address_mode;
  bool is_linear;

  /// Samples a position in texels.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION kernels::Float4 sample(double x, double y) const {
    if (!is_linear) {
      return texel(floor(x), floor(y));
    }
    // Texels and 1/256 of the way to the next; clamp mode ends at the centers of the outer texels.
    const std::int64_t column = position(x, width);
    const std::int64_t row = position(y, height);
    const std::int64_t left = column >> 8;
    const std::int64_t top = row >> 8;
    const auto right_weight = static_cast<float>(column & 255) / 256.0F;
    const auto lower_weight = static_cast<float>(row & 255) / 256.0F;
    return (texel(left, top) * (1.0F - right_weight) + texel(left + 1, top) * right_weight) * (1.0F - lower_weight) +
           (texel(left, top + 1) * (1.0F - right_weight) + texel(left + 1, top + 1) * right_weight) * lower_weight;
  }

 private:
  [[nodiscard]] static TEXELSCOPE_KERNEL_FUNCTION std::int64_t floor(double value) {
    const auto truncated = static_cast<std::int64_t>(value);
    return truncated - (static_cast<double>(truncated) > value ? 1 : 0);
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int64_t position(double coordinate, std::int64_t extent) const {
    const std::int64_t unclamped = floor(coordinate * 256.0 - 127.5);
    if (address_mode != gpu::AddressMode::clamp) {
      return unclamped;
    }
    const std::int64_t last = (extent - 1) * 256;
    return unclamped < 0 ? 0 : (unclamped > last ? last : unclamped);
  }

  /// The texel that an index reads along one axis; −1 for the border color.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int64_t address(std::int64_t index, std::int64_t extent) const {
    switch (address_mode) {
      case gpu::AddressMode::clamp:
        return index < 0 ? 0 : (index < extent ? index : extent - 1);
      case gpu::AddressMode::wrap:
        return (index % extent + extent) % extent;
      case gpu::AddressMode::mirror: {
        const std::int64_t inside = (index % (2 * extent) + 2 * extent) % (2 * extent);
        return inside < extent ? inside : 2 * extent - 1 - inside;
      }
      case gpu::AddressMode::border:
        break;
    }
    return index >= 0 && index < extent ? index : -1;
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION kernels::Float4 texel(std::int64_t x, std::int64_t y) const {
    const auto column = static_cast<std::int32_t>(address(x, width));
    const auto row = static_cast<std::int32_t>(address(y, height));
    if (column < 0 || row < 0) {
      return tiles.sample_2d_layered(-1.0F, -1.0F, 0);
    }
    return tiles.sample_2d_layered(static_cast<float>(column % tile_width) + 0.5F,
                                   static_cast<float>(row % tile_height) + 0.5F,
                                   row / tile_height * columns + column / tile_width);
  }
};

}  // namespace texelscope::app

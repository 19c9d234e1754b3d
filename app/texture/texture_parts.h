#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/images/image_reader.h"
#include "texelscope/gpu/cuda_array.h"

namespace texelscope::app {

/// Options for the conversion of a file's numbers into texels.
struct TextureSourceOptions {
  gpu::ArrayKind kind = gpu::ArrayKind::plain;
  /// Rank of a plain array (1–3) or of one layer (1–2); by default, derived from the file's shape.
  std::optional<int> dims{};
  /// Type of a channel; by default, the file's.
  std::optional<gpu::DataType> format{};
  /// Options for image files.
  ReadOptions reading{};
  /// Whether block-compressed texels stay blocks, which textures decode; by default, and with a `format`, they are read
  /// as their decoded values.
  bool keeps_blocks = false;
  /// Whether colors that are multiplied by alpha are divided by it.
  bool divides_by_alpha = false;
};

/// The parts of a texture file that make up a texture: for each level, from that of the part that is asked for on, the
/// names of its pictures in the order of an array: its slices, its faces of each layer, or its layers. Empty for files
/// without levels, and for a kind of texture that the file does not have.
[[nodiscard]] std::vector<std::vector<std::string>> texture_parts(std::span<const std::string> names,
                                                                  const TextureSourceOptions& options);

}  // namespace texelscope::app

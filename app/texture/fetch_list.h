#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/texture/sample_texture.h"
#include "app/texture/texture_setup.h"
#include "texelscope/gpu/fetch_explanation.h"
#include "texelscope/gpu/npy.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// The columns of a list of coordinates after x, y, z and the layer.
enum class FetchColumns : unsigned char {
  /// No further column, or one: the level.
  coordinates,
  /// The derivatives of each coordinate along the screen's x, then along its y.
  gradients,
};

/// The fetches in an array of shape (N, columns), float32: x[, y[, z]], then the layer of a layered texture (an
/// integer), then the level or the derivatives. (N) is treated as (N, 1). For linear memory, the element's index, an
/// integer. `gather` is the component for gathers, if any.
/// @throws gpu::InvalidArgument for any other type or shape, or a layer or element that is not an integer, with its
/// row.
[[nodiscard]] std::vector<kernels::TextureFetch> fetches_from(const gpu::StridedMemoryView& coordinates,
                                                              const TextureSetup& setup, FetchColumns columns,
                                                              std::optional<int> gather);

/// The fetch in one row.
[[nodiscard]] kernels::TextureFetch fetch_from(std::span<const float> row, const TextureSetup& setup,
                                               FetchColumns columns, std::optional<int> gather);

/// The results as an array of (N, channels): float32 for floats, the texels' own type for integers. Gathers have four
/// channels.
[[nodiscard]] gpu::NpyArray results_array(std::span<const FetchedTexel> results, const TextureSetup& setup,
                                          bool is_gather);

/// The results of the fetches in an array, as results_array() returns them. The CPU device reads the coordinates where
/// they are, unless they contain layers or elements or the setup has a place, and writes results of 32 bits directly
/// into the array.
/// @throws gpu::InvalidArgument like fetches_from() and sample_texture().
[[nodiscard]] gpu::NpyArray sample_array(const TextureSetup& setup, const gpu::StridedMemoryView& coordinates,
                                         FetchColumns columns, std::optional<int> gather, const gpu::Stream& stream);

/// The input of explain_fetch(); refers to the setup's texels.
[[nodiscard]] gpu::ExplainedTexture explained(const TextureSetup& setup);

}  // namespace texelscope::app

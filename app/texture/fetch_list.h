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

/// What the columns of a list of coordinates beyond x, y, z and the layer are.
enum class FetchColumns : unsigned char {
  /// Nothing, or one column: the level.
  coordinates,
  /// The derivatives along the screen's x, then along its y, of each coordinate.
  gradients,
};

/// The fetches of an array of shape (N, columns), float32: x[, y[, z]], then the layer of a layered texture (a whole
/// number), then the level or the derivatives. (N) stands for (N, 1). Linear memory takes the element's number, whole.
/// `gather` is the component that fetches gather, where they do.
/// @throws gpu::InvalidArgument for another type or shape, or a layer or element that is no whole number, with its row.
[[nodiscard]] std::vector<kernels::TextureFetch> fetches_from(const gpu::StridedMemoryView& coordinates,
                                                              const TextureSetup& setup, FetchColumns columns,
                                                              std::optional<int> gather);

/// The same of one row.
[[nodiscard]] kernels::TextureFetch fetch_from(std::span<const float> row, const TextureSetup& setup,
                                               FetchColumns columns, std::optional<int> gather);

/// Results as an array of (N, channels): float32 for floats, the texels' own type for integers. Gathers have four
/// channels.
[[nodiscard]] gpu::NpyArray results_array(std::span<const FetchedTexel> results, const TextureSetup& setup,
                                          bool is_gather);

/// What explain_fetch() takes; refers to the setup's texels.
[[nodiscard]] gpu::ExplainedTexture explained(const TextureSetup& setup);

}  // namespace texelscope::app

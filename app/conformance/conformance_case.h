#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "app/conformance/surface_case.h"
#include "app/conformance/texture_case.h"

namespace texelscope::app {

/// One configuration and the operations on it. A case depends only on the seed, the class's name and the case's number.
struct ConformanceCase {
  std::variant<TextureCase, SurfaceCase> work;

  /// The number of fetches, or of writes and reads.
  [[nodiscard]] std::size_t num_samples() const noexcept;
  [[nodiscard]] ResultKind result_kind() const noexcept;
  /// Whether a kernel can perform all fetches with Texture::sample_1d, sample_2d or sample_3d.
  [[nodiscard]] bool has_sample_route() const noexcept;
  /// A fingerprint of the whole case.
  [[nodiscard]] std::uint64_t fingerprint() const;
  /// Configuration and operands of result `index`.
  [[nodiscard]] std::string describe(std::size_t index) const;
};

/// Draws case `number` of a class with `count` ≥ 2 samples.
[[nodiscard]] ConformanceCase draw_case(const ConformanceClass& made, std::uint64_t seed, std::uint64_t number,
                                        std::size_t count);

/// The results of a case on the stream's device, for each route. Synchronizes the stream. @throws gpu::InvalidArgument
/// for a case that the device rejects.
[[nodiscard]] std::vector<std::vector<FetchedTexel>> run_case(const ConformanceCase& work,
                                                              const std::vector<FetchRoute>& routes,
                                                              const gpu::Stream& stream);

}  // namespace texelscope::app

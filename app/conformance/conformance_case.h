#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "app/conformance/surface_case.h"
#include "app/conformance/texture_case.h"

namespace texelscope::app {

/// One configuration with what is done to it. It follows from the seed, the class's name and its number alone.
struct ConformanceCase {
  std::variant<TextureCase, SurfaceCase> work;

  /// Fetches, or writes and reads.
  [[nodiscard]] std::size_t num_samples() const noexcept;
  [[nodiscard]] ResultKind result_kind() const noexcept;
  /// Whether a kernel can do all of it by Texture::sample_1d, sample_2d or sample_3d.
  [[nodiscard]] bool has_sample_route() const noexcept;
  /// Of all that it is made of.
  [[nodiscard]] std::uint64_t fingerprint() const;
  /// Configuration and operands of the result `index`.
  [[nodiscard]] std::string describe(std::size_t index) const;
};

/// Draws case `number` of a class with `count` ≥ 2 samples.
[[nodiscard]] ConformanceCase draw_case(const ConformanceClass& made, std::uint64_t seed, std::uint64_t number,
                                        std::size_t count);

/// The results of a case on the stream's device, by each of the routes. Waits for the stream.
/// @throws gpu::InvalidArgument for a case that the device refuses.
[[nodiscard]] std::vector<std::vector<FetchedTexel>> run_case(const ConformanceCase& work,
                                                              const std::vector<FetchRoute>& routes,
                                                              const gpu::Stream& stream);

}  // namespace texelscope::app

#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/texture/fetch_list.h"
#include "app/texture/texture_setup.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// A texture that a lesson describes, and what its fetches give beside coordinates.
struct LessonTexture {
  TextureSetup setup;
  FetchColumns columns = FetchColumns::coordinates;
  /// The component that fetches gather, where they do.
  std::optional<int> gather;
};

/// "texels": numbers, "shape": of an array of them, in NumPy's order; all else but `others` are options of
/// `texelscope sample`. @throws nlohmann::json::exception, ParameterError, gpu::InvalidArgument.
[[nodiscard]] LessonTexture lesson_texture(const nlohmann::json& json, std::initializer_list<std::string_view> others);

/// A fetch by its numbers: coordinates, then the level or the derivatives. @throws gpu::InvalidArgument.
[[nodiscard]] kernels::TextureFetch lesson_fetch(const LessonTexture& texture, std::span<const float> at);

/// What the device fetches at each of `rows`. @throws gpu::Error.
[[nodiscard]] std::vector<FetchedTexel> lesson_fetches(const LessonTexture& texture,
                                                       std::span<const std::vector<float>> rows,
                                                       const gpu::Device& device);

}  // namespace texelscope::app

#pragma once

#include <gtest/gtest.h>
#include <texelscope_texture_unit.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace texelscope::tests {

using Texture = std::unique_ptr<texelscope_texture, decltype(&texelscope_texture_destroy)>;

/// 4 × 2 texels of one float: 0 … 7, in texel coordinates.
struct Plane {
  std::array<float, 8> texels{0, 1, 2, 3, 4, 5, 6, 7};
  texelscope_texture_descriptor descriptor{};
  texelscope_level level{texels.data(), sizeof texels, 0, 0};

  Plane() {
    descriptor.struct_size = sizeof descriptor;
    descriptor.shape = TEXELSCOPE_2D;
    descriptor.format = TEXELSCOPE_FLOAT32;
    descriptor.num_channels = 1;
    descriptor.width = 4;
    descriptor.height = 2;
    for (std::int32_t& mode : descriptor.address_mode) {
      mode = TEXELSCOPE_CLAMP;
    }
  }

  [[nodiscard]] Texture make() const {
    texelscope_texture* texture = nullptr;
    EXPECT_EQ(texelscope_texture_create(&descriptor, &level, &texture), TEXELSCOPE_SUCCESS) << texelscope_last_error();
    return {texture, texelscope_texture_destroy};
  }
  /// The error of a descriptor or a level that is refused.
  [[nodiscard]] std::string refusal() const {
    auto* texture = reinterpret_cast<texelscope_texture*>(1);
    EXPECT_EQ(texelscope_texture_create(&descriptor, &level, &texture), TEXELSCOPE_INVALID_ARGUMENT);
    EXPECT_EQ(texture, nullptr);
    return texelscope_last_error();
  }
};

inline texelscope_fetch fetch_at(float x, float y) {
  texelscope_fetch fetch{};
  fetch.struct_size = sizeof fetch;
  fetch.x = x;
  fetch.y = y;
  return fetch;
}

inline float value_at(const Texture& texture, float x, float y) {
  const texelscope_fetch fetch = fetch_at(x, y);
  texelscope_texel texel{};
  EXPECT_EQ(texelscope_texture_fetch(texture.get(), &fetch, &texel), TEXELSCOPE_SUCCESS) << texelscope_last_error();
  return texel.as_float[0];
}

/// Fetches at (0, 0), with one number for each result.
inline texelscope_fetch_list list_into(std::vector<float>& results, std::uint64_t count) {
  texelscope_fetch_list list{};
  list.struct_size = sizeof list;
  list.count = count;
  list.results = results.data();
  list.result_stride_bytes = 4;
  list.num_results = 1;
  return list;
}

}  // namespace texelscope::tests

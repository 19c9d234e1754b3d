#include <gtest/gtest.h>
#include <texelscope_texture_unit.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/gpu/texture_unit_library/plane.h"

namespace texelscope::tests {
namespace {

/// The status of a list for a texture, with the word that its message must contain.
void expect_refused(const Texture& texture, const texelscope_fetch_list& list, std::string_view word) {
  EXPECT_EQ(texelscope_texture_fetch_many(texture.get(), &list), TEXELSCOPE_INVALID_ARGUMENT) << word;
  EXPECT_NE(std::string_view(texelscope_last_error()).find(word), std::string_view::npos) << texelscope_last_error();
}

TEST(TextureUnitLibraryRefusals, RefusesNullPointers) {
  const Plane plane;
  const Texture texture = plane.make();
  const texelscope_fetch fetch = fetch_at(0, 0);
  texelscope_texel texel{};
  texelscope_texture* made = nullptr;
  texelscope_explanation* explanation = nullptr;
  const std::array statuses{texelscope_texture_create(nullptr, &plane.level, &made),
                            texelscope_texture_create(&plane.descriptor, nullptr, &made),
                            texelscope_texture_create(&plane.descriptor, &plane.level, nullptr),
                            texelscope_texture_fetch(nullptr, &fetch, &texel),
                            texelscope_texture_fetch(texture.get(), nullptr, &texel),
                            texelscope_texture_fetch(texture.get(), &fetch, nullptr),
                            texelscope_texture_fetch_many(nullptr, nullptr),
                            texelscope_texture_fetch_many(texture.get(), nullptr),
                            texelscope_texture_explain(nullptr, &fetch, &explanation),
                            texelscope_texture_explain(texture.get(), nullptr, &explanation),
                            texelscope_texture_explain(texture.get(), &fetch, nullptr)};
  for (const texelscope_status status : statuses) {
    EXPECT_EQ(status, TEXELSCOPE_INVALID_ARGUMENT);
  }
  texelscope_texture_destroy(nullptr);
  texelscope_explanation_destroy(nullptr);
  EXPECT_EQ(texelscope_texture_result_type(nullptr), -1);
  EXPECT_STREQ(texelscope_texture_warning(nullptr), "");
  EXPECT_STREQ(texelscope_explanation_text(nullptr), "");
  EXPECT_EQ(texelscope_explanation_num_taps(nullptr), 0U);
  EXPECT_EQ(texelscope_explanation_num_levels(nullptr), 0U);
  EXPECT_EQ(texelscope_explanation_tap(nullptr, 0), nullptr);
  EXPECT_EQ(texelscope_explanation_level(nullptr, 0), nullptr);
  EXPECT_EQ(texelscope_explanation_result(nullptr), nullptr);
  EXPECT_EQ(texelscope_explanation_ideal(nullptr), nullptr);
}

/// A change to a valid descriptor, and a word of the error.
struct Refused {
  void (*change)(Plane& plane);
  const char* word;
};

constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();

TEST(TextureUnitLibraryRefusals, RefusesDescriptorsThatNoTextureHas) {
  const std::array cases{
      Refused{[](Plane& plane) { plane.descriptor.struct_size = 0; }, "struct_size"},
      Refused{[](Plane& plane) { plane.descriptor.struct_size = huge & 0xFFFFFFFF; }, "struct_size"},
      Refused{[](Plane& plane) { plane.descriptor.shape = 8; }, "shape"},
      Refused{[](Plane& plane) { plane.descriptor.shape = -1; }, "shape"},
      Refused{[](Plane& plane) { plane.descriptor.format = 22; }, "format"},
      Refused{[](Plane& plane) { plane.descriptor.format = 256; }, "format"},
      Refused{[](Plane& plane) { plane.descriptor.num_channels = 3; }, "channels"},
      Refused{[](Plane& plane) { plane.descriptor.width = 0; }, "width is 0"},
      Refused{[](Plane& plane) { plane.descriptor.height = 0; }, "height is 0"},
      Refused{[](Plane& plane) { plane.descriptor.width = huge; }, "exceeds"},
      Refused{[](Plane& plane) { plane.descriptor.num_levels = 2; }, "normalized"},
      Refused{[](Plane& plane) { plane.descriptor.num_levels = 4000000000U; }, "level count"},
      Refused{[](Plane& plane) { plane.descriptor.address_mode[2] = 4; }, "address_mode"},
      Refused{[](Plane& plane) { plane.descriptor.address_mode[0] = 256; }, "address_mode"},
      Refused{[](Plane& plane) { plane.descriptor.filter_mode = 2; }, "filter_mode"},
      Refused{[](Plane& plane) { plane.descriptor.mipmap_filter_mode = -1; }, "mipmap_filter_mode"},
      Refused{[](Plane& plane) { plane.descriptor.read_mode = 2; }, "read_mode"},
      Refused{[](Plane& plane) { plane.descriptor.srgb = 1; }, "srgb"},
      Refused{[](Plane& plane) { plane.descriptor.max_anisotropy = 17; }, "max_anisotropy"},
      Refused{[](Plane& plane) { plane.descriptor.mipmap_level_bias = std::numeric_limits<float>::infinity(); },
              "bias"},
      Refused{[](Plane& plane) { plane.descriptor.min_mipmap_level_clamp = 1; }, "clamp"},
      Refused{[](Plane& plane) { plane.descriptor.shape = TEXELSCOPE_CUBE_MAP; }, "the faces of a cube map have 4 x 2"},
      Refused{[](Plane& plane) {
                plane.descriptor.shape = TEXELSCOPE_CUBE_MAP;
                plane.descriptor.height = 0;
              },
              "normalized"},
      Refused{[](Plane& plane) { plane.descriptor.shape = TEXELSCOPE_3D; }, "depth is 0"},
      Refused{[](Plane& plane) {
                plane.descriptor.shape = TEXELSCOPE_LAYERED_2D;
                plane.descriptor.num_layers = huge;
              },
              "layer count"},
      Refused{[](Plane& plane) {
                plane.descriptor.shape = TEXELSCOPE_LAYERED_2D;
                plane.descriptor.is_texture_gather = 1;
              },
              "gather"},
      Refused{[](Plane& plane) {
                plane.descriptor.shape = TEXELSCOPE_LINEAR_MEMORY;
                plane.descriptor.is_mipmapped = 1;
              },
              "linear memory"},
      Refused{[](Plane& plane) {
                plane.descriptor.shape = TEXELSCOPE_LINEAR_MEMORY;
                plane.descriptor.format = TEXELSCOPE_BC7_UNORM;
              },
              "linear memory"},
      Refused{[](Plane& plane) {
                plane.descriptor.shape = TEXELSCOPE_1D;
                plane.descriptor.format = TEXELSCOPE_BC7_UNORM;
              },
              "blocks"},
      Refused{[](Plane& plane) {
                plane.descriptor.format = TEXELSCOPE_UINT32;
                plane.descriptor.filter_mode = TEXELSCOPE_LINEAR;
              },
              "float results"},
      Refused{[](Plane& plane) { plane.level.texels = nullptr; }, "level 0"},
      Refused{[](Plane& plane) { plane.level.size_bytes = 31; }, "needs 32"},
      Refused{[](Plane& plane) { plane.level.row_pitch_bytes = 15; },
              "row pitch of 15 bytes: use at least 16, or 0 for no padding"},
      Refused{[](Plane& plane) { plane.level.row_pitch_bytes = huge; }, "level 0"},
      Refused{[](Plane& plane) { plane.level.slice_pitch_bytes = 31; }, "pitch"},
  };
  for (const Refused& refused : cases) {
    Plane plane;
    refused.change(plane);
    const std::string error = plane.refusal();
    EXPECT_NE(error.find(refused.word), std::string::npos) << refused.word << ": " << error;
    EXPECT_EQ(error.find("texelscope_texture_create: "), 0U) << error;
  }
}

TEST(TextureUnitLibraryRefusals, RefusesFetchesThatATextureDoesNotSupport) {
  const Texture texture = Plane().make();
  texelscope_texel texel{};
  for (const std::int32_t operation : {-1, 5, int{TEXELSCOPE_GATHER}, int{TEXELSCOPE_FETCH_ELEMENT}}) {
    texelscope_fetch fetch = fetch_at(0, 0);
    fetch.operation = operation;
    EXPECT_EQ(texelscope_texture_fetch(texture.get(), &fetch, &texel), TEXELSCOPE_INVALID_ARGUMENT) << operation;
  }
  Plane gathered;
  gathered.descriptor.is_texture_gather = 1;
  texelscope_fetch fetch = fetch_at(2, 1);
  fetch.operation = TEXELSCOPE_GATHER;
  const Texture gather = gathered.make();
  ASSERT_EQ(texelscope_texture_fetch(gather.get(), &fetch, &texel), TEXELSCOPE_SUCCESS);
  EXPECT_EQ((std::array{texel.as_float[0], texel.as_float[1], texel.as_float[2], texel.as_float[3]}),
            (std::array<float, 4>{5, 6, 2, 1}));
  fetch.component = 4;
  EXPECT_EQ(texelscope_texture_fetch(gather.get(), &fetch, &texel), TEXELSCOPE_INVALID_ARGUMENT);
}

TEST(TextureUnitLibraryRefusals, RefusesListsThatCannotBe) {
  const Texture texture = Plane().make();
  std::vector<float> results(8, -1);
  const texelscope_fetch_list valid = list_into(results, 8);
  texelscope_fetch_list list = valid;
  list.results = nullptr;
  expect_refused(texture, list, "results");
  list.count = 0;
  EXPECT_EQ(texelscope_texture_fetch_many(texture.get(), &list), TEXELSCOPE_SUCCESS);
  list = valid;
  list.count = huge;
  expect_refused(texture, list, "count");
  for (const std::int32_t number : {0, 5, -1}) {
    list = valid;
    list.num_results = number;
    expect_refused(texture, list, "num_results");
  }
  list = valid;
  list.num_results = 2;
  expect_refused(texture, list, "result_stride_bytes");
  list = valid;
  list.x = {results.data(), std::numeric_limits<std::int64_t>::min()};
  expect_refused(texture, list, "stride");
  list = valid;
  list.reserved = 1;
  expect_refused(texture, list, "reserved");
  list = valid;
  list.struct_size = 8;
  expect_refused(texture, list, "struct_size");
  EXPECT_EQ(results, std::vector<float>(8, -1));
}

TEST(TextureUnitLibraryRefusals, AcceptsStructuresOfLaterHeadersThatSetNothingNew) {
  struct Later {
    texelscope_fetch fetch;
    std::int64_t added;
  } later{fetch_at(1.5F, 0.5F), 0};
  later.fetch.struct_size = sizeof later;
  const Texture texture = Plane().make();
  texelscope_texel texel{};
  EXPECT_EQ(texelscope_texture_fetch(texture.get(), &later.fetch, &texel), TEXELSCOPE_SUCCESS)
      << texelscope_last_error();
  EXPECT_EQ(texel.as_float[0], 1);
  later.added = 1;
  EXPECT_EQ(texelscope_texture_fetch(texture.get(), &later.fetch, &texel), TEXELSCOPE_INVALID_ARGUMENT);
  EXPECT_NE(std::string_view(texelscope_last_error()).find("newer"), std::string_view::npos);
}

TEST(TextureUnitLibraryRefusals, KeepsTheErrorOfEachThread) {
  EXPECT_EQ(texelscope_texture_fetch(nullptr, nullptr, nullptr), TEXELSCOPE_INVALID_ARGUMENT);
  const std::string mine = texelscope_last_error();
  std::string other = "unset";
  std::thread([&] { other = texelscope_last_error(); }).join();
  EXPECT_EQ(other, "");
  EXPECT_EQ(texelscope_last_error(), mine);
}

}  // namespace
}  // namespace texelscope::tests

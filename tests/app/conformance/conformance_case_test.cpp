#include "app/conformance/conformance_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/conformance/fingerprint.h"
#include "app/conformance/texture_case.h"

namespace texelscope::app {
namespace {

using gpu::AddressMode;

TEST(ConformanceClasses, HaveUniqueNames) {
  std::set<std::string> names;
  for (const ConformanceClass& made : conformance_classes()) {
    EXPECT_TRUE(names.insert(made.name).second) << made.name;
  }
  EXPECT_GT(names.size(), 500U);
}

TEST(ConformanceClasses, DrawOnlyWhatTheTextureUnitHas) {
  for (const ConformanceClass& made : conformance_classes()) {
    for (std::uint64_t number = 0; number < 3; ++number) {
      const ConformanceCase work = draw_case(made, 1, number, 10);
      EXPECT_EQ(work.num_samples(), 10U) << made.name;
      if (const auto* const texture = std::get_if<TextureCase>(&work.work)) {
        EXPECT_EQ(refusal(texture->setup), "") << made.name << ' ' << number;
        EXPECT_EQ(refusal(texture->setup, texture->fetches[0]), "") << made.name << ' ' << number;
        EXPECT_EQ(texture->setup.shape(), made.shape) << made.name;
      }
    }
  }
}

TEST(ConformanceClasses, KeepBordersApart) {
  for (const ConformanceClass& made : conformance_classes()) {
    for (std::uint64_t number = 0; number < 20 && made.group == ConformanceGroup::samples; ++number) {
      const ConformanceCase work = draw_case(made, 1, number, 2);
      const TextureSetup& setup = std::get<TextureCase>(work.work).setup;
      bool has_border = false;
      for (int axis = 0; axis < num_coordinates(made.shape); ++axis) {
        has_border = has_border || setup.texture.address_mode[axis] == AddressMode::border;
      }
      EXPECT_EQ(has_border, made.has_border) << made.name;
    }
  }
}

TEST(ConformanceCase, IsTheSameForTheSameSeedAndNumberOnly) {
  const ConformanceClass made = conformance_classes().front();
  const std::uint64_t fingerprint = draw_case(made, 1, 0, 50).fingerprint();
  EXPECT_EQ(draw_case(made, 1, 0, 50).fingerprint(), fingerprint);
  EXPECT_NE(draw_case(made, 2, 0, 50).fingerprint(), fingerprint);
  EXPECT_NE(draw_case(made, 1, 1, 50).fingerprint(), fingerprint);
  ConformanceClass renamed = made;
  renamed.name += " again";
  EXPECT_NE(draw_case(renamed, 1, 0, 50).fingerprint(), fingerprint);
}

TEST(ConformanceCase, CoversEdgesSpecialValuesAndTheOutside) {
  std::set<std::uint64_t> extents;
  std::set<int> channels;
  std::set<std::string> modes;
  std::size_t special = 0;
  std::size_t on_edges = 0;
  std::size_t outside = 0;
  std::size_t count = 0;
  for (const ConformanceClass& made : conformance_classes()) {
    if (made.name != "2D float32 linear" && made.name != "2D float32 linear, border") {
      continue;
    }
    for (std::uint64_t number = 0; number < 300; ++number) {
      const ConformanceCase work = draw_case(made, 1, number, 50);
      const auto& [setup, fetches] = std::get<TextureCase>(work.work);
      extents.insert(setup.array.shape.width());
      channels.insert(setup.array.num_channels);
      modes.insert(std::string(to_string(setup.texture.address_mode[0])) +
                   (setup.texture.normalized_coords ? " normalized" : ""));
      const double scale = setup.texture.normalized_coords ? static_cast<double>(setup.array.shape.width()) : 1;
      for (const kernels::TextureFetch& fetch : fetches) {
        const double place = fetch.x * scale;
        ++count;
        special += std::fpclassify(fetch.x) == FP_NORMAL ? 0 : 1;
        on_edges += std::abs(place - std::round(place)) < 1e-5 * std::abs(place) ? 1 : 0;
        outside += place < 0 || place > static_cast<double>(setup.array.shape.width()) ? 1 : 0;
      }
    }
  }
  EXPECT_TRUE(extents.contains(1) && extents.contains(13) && extents.contains(64) && extents.contains(16384));
  EXPECT_EQ(channels, (std::set<int>{1, 2, 4}));
  EXPECT_EQ(modes.size(), 8U);
  EXPECT_GT(special, count / 200);
  EXPECT_GT(on_edges, count / 8);
  EXPECT_GT(outside, count / 4);
  EXPECT_LT(outside, count * 9 / 10);
}

TEST(ConformanceCase, NamesAFetchByEachBitOfItsNumbers) {
  kernels::TextureFetch fetch;
  fetch.shape = kernels::TextureShape::texture_2d;
  fetch.x = 0.5F;
  fetch.y = -1;
  EXPECT_EQ(to_string(fetch), "at (0.5, -1) [3f000000 bf800000]");
}

TEST(ConformanceCase, WritesToEachTexelOfASurfaceInTurn) {
  for (const ConformanceClass& made : conformance_classes()) {
    if (made.group != ConformanceGroup::surfaces) {
      continue;
    }
    const ConformanceCase drawn = draw_case(made, 1, 0, 400);
    const SurfaceCase& work = std::get<SurfaceCase>(drawn.work);
    EXPECT_EQ(work.writes.size(), 200U);
    std::set<std::array<int, 3>> written;
    std::int32_t left = 0;
    for (const SurfaceWrite& write : work.writes) {
      const bool is_first = write.num_in_turn > 0;
      EXPECT_EQ(is_first, left == 0) << made.name;
      left += write.num_in_turn - 1;
      const auto clamp = [](int at, std::uint64_t extent) { return std::clamp(at, 0, static_cast<int>(extent) - 1); };
      const gpu::Extent extent = work.array.copy_extent();
      const std::array<int, 3> texel{
          clamp(write.at.x_bytes / static_cast<int>(work.array.element_size()), extent.width()),
          clamp(write.at.y, extent.height()),
          clamp(work.array.kind == gpu::ArrayKind::plain ? write.at.z : write.at.z & 0xFFFF, extent.depth())};
      EXPECT_EQ(written.insert(texel).second, is_first) << made.name;
    }
    EXPECT_EQ(left, 0) << made.name;
  }
}

// A stored corpus contains only results: it remains valid as long as the same texels and fetches are drawn. After an
// intentional change, corpora must be recorded again.
TEST(ConformanceCase, IsDrawnAsCorporaWereRecorded) {
  Fingerprint sum;
  for (const ConformanceClass& made : conformance_classes()) {
    sum.add(draw_case(made, 1, 0, 16).fingerprint());
  }
  EXPECT_EQ(sum.value(), 11624330887310437597U);
}

}  // namespace
}  // namespace texelscope::app

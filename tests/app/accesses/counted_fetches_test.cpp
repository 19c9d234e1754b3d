#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <numbers>
#include <set>
#include <tuple>
#include <vector>

#include "tests/app/accesses/recorded_scene.h"
#include "texelscope/kernels/math.h"

// The recorded fetches of scenes, against loops that follow docs/texture-unit.md and share no code with the recorder or
// the texture unit.
namespace texelscope::app {
namespace {

using kernels::Float2;
using kernels::Float3;

/// The tiles of 4 × 2 RGBA8 texels that a fetch reads, by level, column and row; a texel for each tile's use.
using Texels = std::vector<std::tuple<int, std::int64_t, std::int64_t>>;

/// Adds the texels of a linear fetch at a position in units of 1/256: the left and upper texel, and the next ones along
/// axes with a fraction.
template <class Address>
void add_linear_texels(Texels& texels, int level, std::int64_t x, std::int64_t y, const Address& address) {
  for (int row = 0; row < (y % 256 != 0 ? 2 : 1); ++row) {
    for (int column = 0; column < (x % 256 != 0 ? 2 : 1); ++column) {
      texels.emplace_back(level, address((x >> 8) + column), address((y >> 8) + row));
    }
  }
}

std::int64_t fixed_position(double texel) { return static_cast<std::int64_t>(std::floor((texel - 0.5) * 256 + 0.5)); }

constexpr int group = 4;

/// Sums over groups of 4 × 1 threads, whose n-th fetches are requests.
struct FetchCount {
  std::uint64_t fetches = 0;
  std::uint64_t texels = 0;
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::map<std::tuple<int, std::int64_t, std::int64_t>, std::uint64_t> reads{};

  void add_group(const std::vector<std::vector<Texels>>& lanes) {
    for (std::size_t pass = 0;; ++pass) {
      std::set<std::tuple<int, std::int64_t, std::int64_t>> tiles;
      bool is_request = false;
      for (const std::vector<Texels>& lane : lanes) {
        if (pass < lane.size()) {
          is_request = true;
          ++fetches;
          texels += lane[pass].size();
          for (const auto& [level, x, y] : lane[pass]) {
            tiles.emplace(level, x / 4, y / 2);
            ++reads[{level, x, y}];
          }
        }
      }
      if (!is_request) {
        return;
      }
      ++requests;
      sectors += tiles.size();
    }
  }

  void expect_equal(const tests::RecordedScene& recorded, std::string_view kernel) const {
    constexpr auto fetch = gpu::AccessKind::fetch;
    EXPECT_EQ(recorded.sum(kernel, fetch, &LineMap::accesses), fetches);
    EXPECT_EQ(recorded.sum(kernel, fetch, &LineMap::texels), texels);
    EXPECT_EQ(recorded.sum(kernel, fetch, &LineMap::bytes), 4 * texels);
    EXPECT_EQ(recorded.sum(kernel, fetch, &LineMap::requests), requests);
    EXPECT_EQ(recorded.sum(kernel, fetch, &LineMap::sectors), sectors);
    const auto map = std::ranges::find_if(recorded.texels, [&](const TexelMap& each) {
      return recorded.recording.objects[each.object].kind == gpu::AccessObject::Kind::texture &&
             recorded.recording.launches[each.launch].kernel.find(kernel) != std::string::npos;
    });
    ASSERT_NE(map, recorded.texels.end());
    EXPECT_EQ(map->reads, texels);
    EXPECT_EQ(map->read_texels, reads.size());
    std::uint64_t most = 0;
    for (const auto& [texel, count] : reads) {
      most = std::max(most, count);
    }
    EXPECT_EQ(map->most_reads, most);
  }
};

TEST(CountedFetches, OfBicubicEqualALoop) {
  constexpr int width = 96;
  constexpr int height = 40;
  const auto picture = std::make_shared<Image>(
      Image{.width = 70, .height = 50, .channels = 4, .pixels = std::vector<std::byte>(std::size_t{70} * 50 * 4)});
  const tests::RecordedScene recorded = tests::record_scene(
      {.scene = "bicubic",
       .settings = {{"view", "cubic"}, {"kernel", "b_spline"}, {"drift", "0"}, {"center_x", "0.05"}, {"zoom", "5"}},
       .width = width,
       .height = height,
       .image = picture});
  const auto step = static_cast<float>(1 / 5.0);
  const auto first_x = static_cast<float>(0.05 * 70 + (0.5 - width * 0.5) * (1 / 5.0));
  const auto first_y = static_cast<float>(0.175 * 50 + (0.5 - height * 0.5) * (1 / 5.0));
  // The two taps of a row of four texels with the weights of a cubic B-spline, along one axis.
  const auto taps = [](float at) {
    const float texel = std::floor(at - 0.5F);
    const float t = (at - 0.5F) - texel;
    const float rest = 1.0F - t;
    const float squared = t * t;
    const float w0 = rest * rest * rest / 6.0F;
    const float w1 = 2.0F / 3.0F - squared * (2.0F - t) * 0.5F;
    const float w2 = 2.0F / 3.0F - rest * rest * (2.0F - rest) * 0.5F;
    const float w3 = squared * t / 6.0F;
    return Float2{(texel - 0.5F) + w1 / (w0 + w1), (texel + 1.5F) + w3 / (w2 + w3)};
  };
  FetchCount count;
  for (int y = 0; y < height; ++y) {
    const Float2 rows = taps(first_y + static_cast<float>(y) * step);
    for (int first = 0; first < width; first += group) {
      std::vector<std::vector<Texels>> lanes(group);
      for (int lane = 0; lane < group; ++lane) {
        const Float2 columns = taps(first_x + static_cast<float>(first + lane) * step);
        for (const float row : {rows.x, rows.y}) {
          for (const float column : {columns.x, columns.y}) {
            // Clamped to the centers of the outermost texels.
            const std::int64_t fx = std::clamp<std::int64_t>(fixed_position(column), 0, 69 * 256);
            const std::int64_t fy = std::clamp<std::int64_t>(fixed_position(row), 0, 49 * 256);
            add_linear_texels(lanes[static_cast<std::size_t>(lane)].emplace_back(), 0, fx, fy,
                              [](std::int64_t texel) { return texel; });
          }
        }
      }
      count.add_group(lanes);
    }
  }
  count.expect_equal(recorded, "FilterPicture");
  constexpr auto write = gpu::AccessKind::surface_write;
  EXPECT_EQ(recorded.sum("FilterPicture", write, &LineMap::accesses), std::uint64_t{width} * height);
  EXPECT_EQ(recorded.sum("FilterPicture", write, &LineMap::requests), std::uint64_t{width / 8} * height);
  // 8 texels of a row are in 2 tiles.
  EXPECT_EQ(recorded.sum("FilterPicture", write, &LineMap::sectors), std::uint64_t{width / 4} * height);
}

/// Adds the texels of a linear fetch from two levels of a square mipmapped texture of 256 texels that repeats, at
/// normalized coordinates.
void add_trilinear_texels(Texels& texels, Float2 at, float level_of_detail) {
  const auto level256 = static_cast<std::int64_t>(std::clamp(level_of_detail * 256, 0.0F, 8.0F * 256));
  for (int step = 0; step < (level256 % 256 != 0 ? 2 : 1); ++step) {
    const int level = static_cast<int>(level256 / 256) + step;
    const std::int64_t extent = std::int64_t{256} >> level;
    const auto position = [&](float coordinate) {
      constexpr double fraction = 1 << 21;
      const double texel =
          std::floor(static_cast<double>(coordinate) * fraction) / fraction * static_cast<double>(extent);
      return fixed_position(texel) & (extent * 256 - 1);
    };
    add_linear_texels(texels, level, position(at.x), position(at.y),
                      [&](std::int64_t texel) { return texel & (extent - 1); });
  }
}

TEST(CountedFetches, OfAnisotropyFloorEqualALoop) {
  constexpr int width = 96;
  constexpr int height = 64;
  const tests::RecordedScene recorded = tests::record_scene(
      {.scene = "anisotropy_floor", .settings = {{"view", "taps"}, {"turn", "20"}}, .width = width, .height = height});
  // The camera of the scene's defaults, turned by 20 degrees.
  const auto radians = [](double degrees) { return static_cast<float>(degrees * std::numbers::pi / 180); };
  const float cosine = kernels::cosine(radians(20));
  const float sine = kernels::sine(radians(20));
  const float down = kernels::sine(radians(11));
  const float ahead = kernels::cosine(radians(11));
  const Float3 forward{sine * ahead, -down, cosine * ahead};
  const Float3 right{cosine, 0, -sine};
  const Float3 up{sine * down, ahead, cosine * down};
  constexpr float pixel_size = 1.5F / height;
  FetchCount count;
  for (int row = 0; row < height; ++row) {
    for (int first = 0; first < width; first += group) {
      std::vector<std::vector<Texels>> lanes(group);
      for (int lane = 0; lane < group; ++lane) {
        const float x = (static_cast<float>(first + lane) + 0.5F - width * 0.5F) * pixel_size;
        const float y = (height * 0.5F - static_cast<float>(row) - 0.5F) * pixel_size;
        const Float3 toward = forward + (right * x + up * y);
        if (toward.y > -0.002F) {
          continue;
        }
        const float distance = 0.5F / -toward.y;
        const Float2 at = Float2{0.25F, 0} + Float2{toward.x, toward.z} * distance;
        const float change = distance * pixel_size;
        const float along_x = right.y / -toward.y;
        const float along_y = up.y / -toward.y;
        const Float2 dx{(right.x + toward.x * along_x) * change, (right.z + toward.z * along_x) * change};
        const Float2 dy{(up.x + toward.x * along_y) * change, (up.z + toward.z * along_y) * change};
        const float length_x = kernels::length(dx);
        const float length_y = kernels::length(dy);
        const Float2 longer = length_y > length_x ? dy : dx;
        const float major = std::max(length_x, length_y) * 256.0F;
        const float minor = std::min(length_x, length_y) * 256.0F;
        const auto taps = static_cast<int>(std::clamp(std::ceil(major / std::max(minor, 1.0F)), 1.0F, 16.0F));
        const float share = 1.0F / static_cast<float>(taps);
        const float footprint = major * share;
        for (int tap = 0; tap < taps; ++tap) {
          add_trilinear_texels(lanes[static_cast<std::size_t>(lane)].emplace_back(),
                               at + longer * ((static_cast<float>(tap) + 0.5F) * share - 0.5F),
                               footprint > 1.0F ? kernels::logarithm2(footprint) : 0.0F);
        }
      }
      count.add_group(lanes);
    }
  }
  EXPECT_GT(count.fetches, 10'000U);
  count.expect_equal(recorded, "DrawView");
  EXPECT_EQ(recorded.sum("DrawView", gpu::AccessKind::surface_write, &LineMap::accesses),
            std::uint64_t{width} * height);
  // Each level but the first is the mean of four texels of the previous one.
  EXPECT_EQ(recorded.sum("HalveLevel", gpu::AccessKind::surface_read, &LineMap::accesses), 4U * (65536 - 1) / 3);
  EXPECT_EQ(recorded.sum("HalveLevel", gpu::AccessKind::surface_write, &LineMap::accesses), (65536U - 1) / 3);
}

}  // namespace
}  // namespace texelscope::app

#include "app/texture/texture_patterns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <utility>

#include "app/images/layout_color.h"
#include "app/text/nearest_name.h"
#include "app/text/parameter.h"
#include "app/texture/mip_levels.h"
#include "app/texture/texel_numbers.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/kernels/hash.h"

namespace texelscope::app {
namespace {

using Color = std::array<float, 4>;

/// The position of a texel: x, y, and the slice, layer or face.
struct Place {
  std::uint64_t x;
  std::uint64_t y;
  std::uint64_t slice;
  std::uint64_t width;
  std::uint64_t height;
  std::uint64_t slices;
  unsigned level;

  [[nodiscard]] float across() const { return middle(x, width); }
  [[nodiscard]] float down() const { return middle(y, height); }
  [[nodiscard]] float deep() const { return middle(slice, slices); }

 private:
  static float middle(std::uint64_t at, std::uint64_t extent) {
    return (static_cast<float>(at) + 0.5F) / static_cast<float>(extent);
  }
};

Color category(std::uint64_t number) {
  const Rgb color = category_color(static_cast<std::int64_t>(number));
  return {static_cast<float>(color.red) / 255, static_cast<float>(color.green) / 255,
          static_cast<float>(color.blue) / 255, 1};
}

Color scaled(Color color, float factor) { return {color[0] * factor, color[1] * factor, color[2] * factor, color[3]}; }

Color gray(float brightness) { return {brightness, brightness, brightness, 1}; }

Color colors(const Place& at) {
  const auto seed = static_cast<std::uint32_t>(at.slice);
  const auto random = [&](std::uint32_t channel) {
    return kernels::unit_float(
        kernels::hash(static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y), 4 * seed + channel));
  };
  return {0.06F + 0.9F * random(0), 0.06F + 0.9F * random(1), 0.06F + 0.9F * random(2), 1};
}

Color gradient(const Place& at) { return {at.across(), at.down(), at.deep(), 1}; }

Color checker(const Place& at) { return gray((at.x + at.y + at.slice) % 2 == 0 ? 0.85F : 0.15F); }

Color impulse(const Place& at) {
  return gray(at.x == at.width / 2 && at.y == at.height / 2 && at.slice == at.slices / 2 ? 1.0F : 0.0F);
}

Color step(const Place& at) { return gray(at.x < at.width / 2 ? 0.0F : 1.0F); }

Color ramp(const Place& at) {
  return gray(at.width == 1 ? 0.5F : static_cast<float>(at.x) / static_cast<float>(at.width - 1));
}

Color zone_plate(const Place& at) {
  // The frequency reaches half a cycle per texel at the right edge.
  const float x = static_cast<float>(at.x);
  const float y = static_cast<float>(at.y);
  const float phase = std::numbers::pi_v<float> / 2 * (x * x + y * y) / static_cast<float>(at.width);
  return gray(0.5F + 0.5F * std::cos(phase));
}

Color slices(const Place& at) {
  // Shows which way is up: darker to the left and at the bottom.
  return scaled(category(at.slice), 0.45F + 0.35F * at.across() + 0.2F * (1 - at.down()));
}

Color levels(const Place& at) { return scaled(category(at.level), (at.x + at.y) % 2 == 0 ? 1.0F : 0.7F); }

struct Entry {
  TexturePattern pattern;
  Color (*color)(const Place& at);
};

constexpr std::array<Entry, 9> entries{{
    {{"colors", "Each texel has its own color."}, colors},
    {{"gradient", "Red increases to the right, green downward, blue from slice to slice."}, gradient},
    {{"checker", "Alternating light and dark texels."}, checker},
    {{"impulse", "One texel is 1, all others are 0: shows the filter's impulse response."}, impulse},
    {{"step", "0 on the left half, 1 on the right: shows the filter's step response."}, step},
    {{"ramp", "From 0 to 1 in equal steps from left to right."}, ramp},
    {{"zone plate", "Finer and finer rings: rings too fine to resolve alias into false rings."}, zone_plate},
    {{"slices", "Each slice, layer or face has its own color, darker to the left and downward."}, slices},
    {{"levels", "Each level of a mipmapped array has its own color."}, levels},
}};

constexpr auto patterns = [] {
  std::array<TexturePattern, entries.size()> all{};
  std::ranges::transform(entries, all.begin(), &Entry::pattern);
  return all;
}();

const Entry& find_entry(std::string_view name) {
  const auto* const found =
      std::ranges::find_if(entries, [&](const Entry& entry) { return entry.pattern.name == name; });
  if (found == entries.end()) {
    std::vector<std::string_view> names;
    for (const Entry& entry : entries) {
      names.emplace_back(entry.pattern.name);
    }
    throw ParameterError(fmt::format("there is no pattern '{}'; {}", name, advise_names(name, names, "patterns")));
  }
  return *found;
}

std::vector<std::byte> draw(const Entry& entry, const gpu::ArrayDescriptor& array, unsigned level) {
  const gpu::Extent extent = array.copy_extent();
  Image image{static_cast<int>(extent.width()),
              static_cast<int>(extent.height() * extent.depth()),
              array.num_channels,
              gpu::DataType::float32,
              {}};
  const auto channels = static_cast<std::size_t>(array.num_channels);
  image.pixels.resize(extent.volume() * channels * sizeof(float));
  std::byte* to = image.pixels.data();
  Place at{0, 0, 0, extent.width(), extent.height(), extent.depth(), level};
  for (at.slice = 0; at.slice < at.slices; ++at.slice) {
    for (at.y = 0; at.y < at.height; ++at.y) {
      for (at.x = 0; at.x < at.width; ++at.x) {
        const Color color = entry.color(at);
        std::memcpy(to, color.data(), channels * sizeof(float));
        to += channels * sizeof(float);
      }
    }
  }
  return texel_numbers(std::move(image), array.format);
}

}  // namespace

std::span<const TexturePattern> texture_patterns() { return patterns; }

std::vector<std::vector<std::byte>> pattern_levels(std::string_view name, const gpu::ArrayDescriptor& array,
                                                   std::size_t num_levels) {
  const Entry& entry = find_entry(name);
  std::vector<std::byte> first = draw(entry, array, 0);
  if (entry.color != levels) {
    return make_mip_levels(array, first, num_levels);
  }
  std::vector<std::vector<std::byte>> all;
  all.push_back(std::move(first));
  for (unsigned level = 1; level < num_levels; ++level) {
    all.push_back(draw(entry, gpu::level_descriptor(array, level), level));
  }
  return all;
}

}  // namespace texelscope::app

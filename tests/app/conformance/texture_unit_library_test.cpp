#include <gtest/gtest.h>
#include <texelscope_texture_unit.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "app/conformance/conformance_case.h"
#include "app/texture/sample_texture.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/stream.h"

/// Compares the C library with the CPU device: the same bits for the random fetches of every conformance class.
namespace texelscope::app {
namespace {

using kernels::TextureFetch;
using kernels::TextureOperation;
using Texture = std::unique_ptr<texelscope_texture, decltype(&texelscope_texture_destroy)>;

Texture make_library_texture(const TextureSetup& setup) {
  const gpu::ArrayDescriptor& array = setup.array;
  const gpu::TextureDescriptor& texture = setup.texture;
  texelscope_texture_descriptor descriptor{};
  descriptor.struct_size = sizeof descriptor;
  descriptor.shape =
      setup.resource == gpu::ResourceKind::linear ? TEXELSCOPE_LINEAR_MEMORY : static_cast<std::int32_t>(setup.shape());
  descriptor.format = static_cast<std::int32_t>(array.format);
  descriptor.num_channels = array.num_channels;
  descriptor.width = array.shape.width();
  descriptor.height = array.shape.height();
  descriptor.depth = array.shape.depth();
  descriptor.num_layers = array.num_layers;
  descriptor.num_levels = static_cast<std::uint32_t>(setup.levels.size());
  descriptor.is_mipmapped = setup.resource == gpu::ResourceKind::mipmapped_array ? 1 : 0;
  descriptor.is_texture_gather = array.is_texture_gather ? 1 : 0;
  for (int axis = 0; axis < 3; ++axis) {
    descriptor.address_mode[axis] = static_cast<std::int32_t>(texture.address_mode[axis]);
  }
  descriptor.filter_mode = static_cast<std::int32_t>(texture.filter_mode);
  descriptor.mipmap_filter_mode = static_cast<std::int32_t>(texture.mipmap_filter_mode);
  descriptor.read_mode = static_cast<std::int32_t>(texture.read_mode);
  descriptor.normalized_coords = texture.normalized_coords ? 1 : 0;
  descriptor.srgb = texture.srgb ? 1 : 0;
  descriptor.seamless_cubemap = texture.seamless_cubemap ? 1 : 0;
  descriptor.disable_trilinear_optimization = texture.disable_trilinear_optimization ? 1 : 0;
  descriptor.max_anisotropy = texture.max_anisotropy;
  descriptor.mipmap_level_bias = texture.mipmap_level_bias;
  descriptor.min_mipmap_level_clamp = texture.min_mipmap_level_clamp;
  descriptor.max_mipmap_level_clamp = texture.max_mipmap_level_clamp;
  std::ranges::copy(texture.border_color, descriptor.border_color);
  std::vector<texelscope_level> levels;
  for (const std::vector<std::byte>& level : setup.levels) {
    levels.push_back({level.data(), level.size(), 0, 0});
  }
  texelscope_texture* made = nullptr;
  EXPECT_EQ(texelscope_texture_create(&descriptor, levels.data(), &made), TEXELSCOPE_SUCCESS)
      << to_string(setup) << ": " << texelscope_last_error();
  return {made, texelscope_texture_destroy};
}

/// A column of one member of all fetches, given the member of the first.
texelscope_column column(const void* first) { return {first, sizeof(TextureFetch)}; }

/// Fetches of one operation and component.
std::vector<FetchedTexel> fetch_many(const texelscope_texture* texture, const std::vector<TextureFetch>& fetches) {
  std::vector<FetchedTexel> results(fetches.size());
  const TextureFetch& first = fetches.front();
  texelscope_fetch_list list{};
  list.struct_size = sizeof list;
  list.operation = static_cast<std::int32_t>(first.operation);
  list.component = first.component;
  list.count = fetches.size();
  list.x = column(&first.x);
  list.y = column(&first.y);
  list.z = column(&first.z);
  list.layer = column(&first.layer);
  list.level = column(&first.level);
  for (int axis = 0; axis < 3; ++axis) {
    list.dx[axis] = column(&first.dx[axis]);
    list.dy[axis] = column(&first.dy[axis]);
  }
  list.element = column(&first.element);
  list.results = results.data();
  list.result_stride_bytes = sizeof(FetchedTexel);
  list.num_results = 4;
  EXPECT_EQ(texelscope_texture_fetch_many(texture, &list), TEXELSCOPE_SUCCESS) << texelscope_last_error();
  return results;
}

std::vector<FetchedTexel> fetch_all(const texelscope_texture* texture, const std::vector<TextureFetch>& fetches) {
  std::map<std::pair<TextureOperation, int>, std::vector<std::size_t>> groups;
  for (std::size_t index = 0; index < fetches.size(); ++index) {
    groups[{fetches[index].operation, fetches[index].component}].push_back(index);
  }
  std::vector<FetchedTexel> results(fetches.size());
  for (const auto& [key, indices] : groups) {
    std::vector<TextureFetch> group;
    std::ranges::transform(indices, std::back_inserter(group), [&](std::size_t index) { return fetches[index]; });
    const std::vector<FetchedTexel> fetched = fetch_many(texture, group);
    for (std::size_t k = 0; k < indices.size(); ++k) {
      results[indices[k]] = fetched[k];
    }
  }
  return results;
}

FetchedTexel fetch_one(const texelscope_texture* texture, const TextureFetch& at) {
  texelscope_fetch fetch{};
  fetch.struct_size = sizeof fetch;
  fetch.operation = static_cast<std::int32_t>(at.operation);
  fetch.x = at.x;
  fetch.y = at.y;
  fetch.z = at.z;
  fetch.layer = at.layer;
  fetch.level = at.level;
  std::ranges::copy(at.dx, fetch.dx);
  std::ranges::copy(at.dy, fetch.dy);
  fetch.component = at.component;
  fetch.element = at.element;
  texelscope_texel texel{};
  EXPECT_EQ(texelscope_texture_fetch(texture, &fetch, &texel), TEXELSCOPE_SUCCESS) << texelscope_last_error();
  return std::bit_cast<FetchedTexel>(texel);
}

/// A NaN of an infinity times 0 may have another sign or payload in another order of the same operations.
FetchedTexel canonical(FetchedTexel texel, ResultKind kind) {
  for (std::uint32_t& bits : texel) {
    if (kind == ResultKind::floats && std::isnan(std::bit_cast<float>(bits))) {
      bits = 0x7FFFFFFF;
    }
  }
  return texel;
}

TEST(TextureUnitLibraryConformance, ReturnsTheBitsOfTheCPUDeviceForEveryClass) {
  const gpu::Device device = gpu::Device::open({gpu::DeviceKind::cpu, 0});
  const gpu::Stream stream = device.create_stream();
  std::size_t classes = 0;
  std::size_t fetches = 0;
  for (const ConformanceClass& made : conformance_classes()) {
    if (made.group == ConformanceGroup::surfaces || made.group == ConformanceGroup::pitch_2d_memory) {
      continue;
    }
    ++classes;
    // The first case of each class is large enough for several threads.
    for (std::uint64_t number = 0; number < 4; ++number) {
      const ConformanceCase drawn = draw_case(made, 66, number, number == 0 ? 9000 : 400);
      const auto& [setup, work] = std::get<TextureCase>(drawn.work);
      const Texture texture = make_library_texture(setup);
      ASSERT_NE(texture, nullptr);
      const std::vector<FetchedTexel> expected = sample_texture(setup, work, stream);
      const std::vector<FetchedTexel> actual = fetch_all(texture.get(), work);
      for (std::size_t index = 0; index < work.size(); ++index) {
        ASSERT_EQ(canonical(expected[index], setup.result_kind()), canonical(actual[index], setup.result_kind()))
            << made.name << ": " << to_string(setup) << ", " << to_string(work[index]);
        if (index < 50) {
          ASSERT_EQ(canonical(fetch_one(texture.get(), work[index]), setup.result_kind()),
                    canonical(actual[index], setup.result_kind()));
        }
      }
      fetches += work.size();
    }
  }
  EXPECT_GT(classes, 100U);
  EXPECT_GT(fetches, 1'000'000U);
}

}  // namespace
}  // namespace texelscope::app

#include "app/texture/texture_options.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "app/text/parameter.h"

namespace texelscope::app {
namespace {

using gpu::AddressMode;

/// 8 × 4 texels with four 8-bit channels.
TextureSource load(const TextureSourceOptions& /*options*/) {
  TextureSource source;
  source.array.shape = gpu::Extent(8, 4);
  source.array.format = gpu::DataType::uint8;
  source.array.num_channels = 4;
  source.texels.resize(8 * 4 * 4);
  return source;
}

TextureSetup setup_of(const TextureOptions& options) { return texture_setup_from(options, load); }

std::string refusal_of(const TextureOptions& options) {
  try {
    TextureSetup setup = setup_of(options);
    (void)gather_from(options, setup);
  } catch (const ParameterError& error) {
    return error.what();
  }
  return "";
}

bool refuses(const TextureOptions& options, std::string_view part) {
  return refusal_of(options).find(part) != std::string::npos;
}

TEST(TextureSetup, HasLevelsDownToASingleTexel) {
  TextureSetup setup;
  setup.array.shape = gpu::Extent(5, 3);
  setup.array.format = gpu::DataType::uint8;
  setup.array.num_channels = 1;
  setup.resource = gpu::ResourceKind::mipmapped_array;
  setup.texture.normalized_coords = true;
  setup.levels = {std::vector<std::byte>(15), std::vector<std::byte>(2), std::vector<std::byte>(1)};
  EXPECT_EQ(resource_refusal(setup.facts()), "");
  EXPECT_EQ(refusal(setup), "");
  setup.levels.emplace_back(1);
  EXPECT_EQ(resource_refusal(setup.facts()),
            "4 levels exceed the 3 levels that 5x3 texels have: the last level is a single texel");
  EXPECT_NE(refusal(setup), "");
  setup.levels = {std::vector<std::byte>(15), std::vector<std::byte>(3)};
  EXPECT_EQ(refusal(setup).substr(0, 31), "level 1 has 3 bytes of texels, ");
  setup.levels.clear();
  EXPECT_EQ(resource_refusal(setup.facts()), "a texture has at least level 0");
}

TEST(TextureSetup, HasResourcesOfTheirShapes) {
  const auto refused = [](gpu::ResourceKind kind, gpu::Extent shape, gpu::ArrayKind layers = gpu::ArrayKind::plain) {
    gpu::ResourceFacts facts{kind, {}, 1};
    facts.texels.shape = shape;
    facts.texels.kind = layers;
    return !resource_refusal(facts).empty();
  };
  using gpu::ArrayKind;
  using gpu::ResourceKind;
  EXPECT_FALSE(refused(ResourceKind::linear, gpu::Extent(4)));
  EXPECT_TRUE(refused(ResourceKind::linear, gpu::Extent(4, 4)));
  EXPECT_TRUE(refused(ResourceKind::linear, gpu::Extent(4), ArrayKind::layered));
  EXPECT_FALSE(refused(ResourceKind::pitch_2d, gpu::Extent(4, 4)));
  EXPECT_TRUE(refused(ResourceKind::pitch_2d, gpu::Extent(4)));
  EXPECT_TRUE(refused(ResourceKind::pitch_2d, gpu::Extent(4, 4), ArrayKind::cube_map));
}

TEST(TextureSetup, GathersOneOfFourComponents) {
  TextureSetup setup;
  setup.array.shape = gpu::Extent(4, 4);
  setup.array.is_texture_gather = true;
  kernels::TextureFetch fetch;
  fetch.shape = setup.shape();
  fetch.operation = kernels::TextureOperation::gather;
  for (int component = -1; component <= 4; ++component) {
    fetch.component = component;
    EXPECT_EQ(refusal(setup, fetch).empty(), component >= 0 && component <= 3) << component;
  }
}

TEST(TextureOptions, AreTheDefaultsOfADescriptor) {
  EXPECT_EQ(setup_of(TextureOptions{}).texture, gpu::TextureDescriptor());
  EXPECT_EQ(setup_of(TextureOptions{}).resource, gpu::ResourceKind::array);
}

TEST(TextureOptions, ReadTheNamesOfEarlierVersions) {
  TextureOptions options;
  options.format = "uint8";
  for (const char* const name : {"pitch2d", "pitch_2d"}) {
    options.resource = name;
    EXPECT_EQ(setup_of(options).resource, gpu::ResourceKind::pitch_2d) << name;
  }
  options.resource = "mipmapped_array";
  EXPECT_TRUE(refuses(options, "--resource cannot be 'mipmapped_array': use array, linear, pitch2d"));
}

TEST(TextureOptions, AreReadIntoTheDescriptor) {
  TextureOptions options;
  options.address = "wrap,border";
  options.filter = "linear";
  options.read = "normalized";
  options.border = "0.5,1";
  options.anisotropy = "16";
  options.has_normalized_coords = true;
  const gpu::TextureDescriptor texture = setup_of(options).texture;
  EXPECT_EQ(texture.address_mode, (gpu::AddressModes{AddressMode::wrap, AddressMode::border}));
  EXPECT_EQ(texture.filter_mode, gpu::FilterMode::linear);
  EXPECT_EQ(texture.read_mode, gpu::ReadMode::normalized_float);
  EXPECT_EQ(texture.border_color, (std::array{0.5F, 1.0F, 0.0F, 0.0F}));
  EXPECT_EQ(texture.max_anisotropy, 16U);
  EXPECT_TRUE(texture.normalized_coords);
}

TEST(TextureOptions, CreateLevels) {
  TextureOptions options;
  options.has_normalized_coords = true;
  options.mip_levels = "all";
  EXPECT_EQ(setup_of(options).levels.size(), 4U);
  EXPECT_EQ(setup_of(options).texture.max_mipmap_level_clamp, 3);
  options.mip_levels = "2";
  options.mip_clamp = "0.5,1";
  EXPECT_EQ(setup_of(options).levels.size(), 2U);
  EXPECT_EQ(setup_of(options).levels[1].size(), 4U * 2 * 4);
  EXPECT_EQ(setup_of(options).texture.min_mipmap_level_clamp, 0.5F);
  options.mip_levels = "5";
  EXPECT_TRUE(refuses(options, "--mip-levels cannot be '5'"));
}

TEST(TextureOptions, NameTheInvalidOne) {
  TextureOptions options;
  options.filter = "cubic";
  EXPECT_EQ(refusal_of(options), "--filter cannot be 'cubic': use point, linear");
  options = {};
  options.address = "wrap,wrap,wrap,wrap";
  EXPECT_TRUE(refuses(options, "one for each of 1 to 3"));
  options = {};
  options.mip_bias = "1";
  EXPECT_TRUE(refuses(options, "specify --mip-levels too"));
  options.spelling = OptionSpelling::python;
  EXPECT_TRUE(refuses(options, "specify mip_levels too"));
  options = {};
  options.anisotropy = "17";
  EXPECT_TRUE(refuses(options, "--anisotropy cannot be '17': use an integer from 0 to 16"));
  options = {};
  options.gather = "0";
  options.has_gradients = true;
  EXPECT_TRUE(refuses(options, "--gather and --gradients are mutually exclusive"));
  options = {};
  options.is_srgb = true;
  EXPECT_FALSE(refusal_of(options).empty()) << "the texture unit decodes sRGB only for normalized reads";
}

TEST(TextureOptions, GatherFromPlainArraysOnly) {
  TextureOptions options;
  TextureSetup setup = setup_of(options);
  EXPECT_EQ(gather_from(options, setup), std::nullopt);
  EXPECT_FALSE(setup.array.is_texture_gather);
  options.gather = "3";
  EXPECT_EQ(gather_from(options, setup), 3);
  EXPECT_TRUE(setup.array.is_texture_gather);
  options.has_gradients = true;
  EXPECT_TRUE(refuses(options, "mutually exclusive"));
  options.has_gradients = false;
  options.has_normalized_coords = true;
  options.mip_levels = "2";
  EXPECT_TRUE(refuses(options, "plain 2D arrays"));
}

TEST(TextureOptions, HaveUniqueNames) {
  std::set<std::string_view> names;
  for (const TextureOptionName& option : texture_option_names()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
  }
  EXPECT_EQ(names.size(), 22U);
}

}  // namespace
}  // namespace texelscope::app

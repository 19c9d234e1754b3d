#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <tuple>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu {
namespace {

constexpr DataType texture_types[] = {DataType::uint8, DataType::uint16, DataType::uint32,  DataType::int8,
                                      DataType::int16, DataType::int32,  DataType::float16, DataType::float32};

/// The combinations of filter, read mode and format that the texture unit supports: p, l for point, linear; e, n for
/// element, normalized.
constexpr const char* legal =
    "pe:u8 pe:u16 pe:u32 pe:i8 pe:i16 pe:i32 pe:f16 pe:f32 "
    "pn:u8 pn:u16 pn:i8 pn:i16 pn:f16 pn:f32 "
    "ln:u8 ln:u16 ln:i8 ln:i16 ln:f16 ln:f32 le:f16 le:f32 ";

std::string key(FilterMode filter, ReadMode read, DataType type) {
  const std::string name{to_string(type)};
  return std::string(filter == FilterMode::point ? "p" : "l") + (read == ReadMode::element ? "e" : "n") + ":" +
         name.front() + name.substr(name.find_first_of("123468")) + " ";
}

TEST(TextureRules, AllowOnlySupportedCombinationsOfFilterReadModeAndFormat) {
  int allowed = 0;
  for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
    for (const ReadMode read : {ReadMode::element, ReadMode::normalized_float}) {
      for (const DataType type : texture_types) {
        TextureDescriptor texture;
        texture.filter_mode = filter;
        texture.read_mode = read;
        const bool is_legal = std::string(legal).find(key(filter, read, type)) != std::string::npos;
        const std::string refusal = texture_refusal({Extent(4, 4), type, 1, false}, texture);
        EXPECT_EQ(refusal.empty(), is_legal) << key(filter, read, type) << refusal;
        allowed += refusal.empty() ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(allowed, 22);
}

TEST(TextureRules, AllowSrgbForFourNormalizedBytesOnly) {
  for (const DataType type : texture_types) {
    for (const int channels : {1, 2, 4}) {
      for (const ReadMode read : {ReadMode::element, ReadMode::normalized_float}) {
        TextureDescriptor texture;
        texture.read_mode = read;
        const ArrayDescriptor array{Extent(4, 4), type, channels, false};
        if (!texture_refusal(array, texture).empty()) {
          continue;
        }
        texture.srgb = true;
        const bool is_legal = type == DataType::uint8 && channels == 4 && read == ReadMode::normalized_float;
        EXPECT_EQ(texture_refusal(array, texture).empty(), is_legal) << to_string(array) << " " << to_string(read);
      }
    }
  }
}

TEST(TextureRules, TreatEncodedTexelsAsFloatsInEveryReadMode) {
  TextureDescriptor linear;
  linear.filter_mode = FilterMode::linear;
  TextureDescriptor srgb = linear;
  srgb.srgb = true;
  for (const TexelEncoding encoding :
       {TexelEncoding::bc1_unorm, TexelEncoding::bc3_unorm_srgb, TexelEncoding::bc4_snorm, TexelEncoding::bc5_unorm,
        TexelEncoding::bc6h_sf16, TexelEncoding::bc7_unorm}) {
    const ArrayDescriptor array = encoded_array(Extent(8, 8), encoding);
    EXPECT_EQ(texture_refusal(array, linear), "") << to_string(array);
    const bool is_of_four_bytes = array.format == DataType::uint8 && array.num_channels == 4;
    EXPECT_EQ(texture_refusal(array, srgb).empty(), is_of_four_bytes) << to_string(array);
  }
  ArrayDescriptor normalized{Extent(8, 8), DataType::int16, 2};
  EXPECT_NE(texture_refusal(normalized, linear), "");
  normalized.encoding = TexelEncoding::normalized;
  EXPECT_EQ(texture_refusal(normalized, linear), "");
  EXPECT_NE(texture_refusal(encoded_array(Extent(8, 8), TexelEncoding::nv12), {}).find("plane(0)"), std::string::npos);
}

TEST(TextureRules, NameTheRuleAndTheRemedy) {
  TextureDescriptor texture;
  texture.filter_mode = FilterMode::linear;
  EXPECT_EQ(texture_refusal({Extent(4, 4), DataType::uint8, 4, false}, texture),
            "linear filtering needs float results, but uint8 elements are integers: read normalized floats or use "
            "point filtering");
  EXPECT_EQ(texture_refusal({Extent(4, 4), DataType::int32, 4, false}, texture),
            "linear filtering needs float results, but int32 elements are integers: use point filtering");
  texture.filter_mode = FilterMode::point;
  texture.read_mode = ReadMode::normalized_float;
  EXPECT_EQ(texture_refusal({Extent(4, 4), DataType::uint32, 1, false}, texture),
            "uint32 cannot be read as normalized floats: read elements, or use 8- or 16-bit integers or floats");
}

TEST(TextureRules, LimitAnisotropy) {
  TextureDescriptor texture;
  texture.max_anisotropy = 16;
  EXPECT_EQ(texture_refusal({Extent(4, 4), DataType::float32, 1, false}, texture), "");
  texture.max_anisotropy = 17;
  EXPECT_EQ(texture_refusal({Extent(4, 4), DataType::float32, 1, false}, texture),
            "max_anisotropy 17 exceeds 16: use 0 to 16");
}

TEST(TextureRules, RefuseInvalidModes) {
  const ArrayDescriptor array{Extent(4, 4), DataType::float32, 1, false};
  TextureDescriptor texture;
  texture.address_mode = {AddressMode::clamp, static_cast<AddressMode>(9)};
  EXPECT_NE(texture_refusal(array, texture), "");
  texture = {};
  texture.filter_mode = static_cast<FilterMode>(2);
  EXPECT_NE(texture_refusal(array, texture), "");
  texture = {};
  texture.mipmap_filter_mode = static_cast<FilterMode>(2);
  EXPECT_NE(texture_refusal(array, texture), "");
  texture = {};
  texture.read_mode = static_cast<ReadMode>(2);
  EXPECT_NE(texture_refusal(array, texture), "");
}

TEST(TextureRules, WarnOfWrapAndMirrorWithoutNormalizedCoordinates) {
  const ArrayDescriptor array{Extent(4, 4), DataType::float32, 1, false};
  for (const AddressMode mode : {AddressMode::wrap, AddressMode::mirror}) {
    TextureDescriptor texture;
    texture.address_mode = {AddressMode::clamp, mode};
    EXPECT_EQ(texture_refusal(array, texture), "") << "legal";
    const std::string warning = texture_warning(array, texture);
    EXPECT_NE(warning.find(std::string(to_string(mode)) + " on axis 1"), std::string::npos) << warning;
    EXPECT_NE(warning.find("clamps"), std::string::npos) << warning;
    texture.normalized_coords = true;
    EXPECT_EQ(texture_warning(array, texture), "");
  }
  for (const AddressMode mode : {AddressMode::clamp, AddressMode::border}) {
    TextureDescriptor texture;
    texture.address_mode = mode;
    EXPECT_EQ(texture_warning(array, texture), "");
  }
}

TEST(TextureRules, WarnOnlyOfAxesThatTheArrayHas) {
  TextureDescriptor texture;
  texture.address_mode = {AddressMode::clamp, AddressMode::wrap};
  EXPECT_EQ(texture_warning({Extent(4), DataType::float32, 1, false}, texture), "");
}

TEST(TextureRules, WarnOfTheBorderBesideAOneDimensionalTexture) {
  const ArrayDescriptor line{Extent(4), DataType::float32, 1, false};
  TextureDescriptor texture;
  texture.address_mode = AddressMode::border;
  EXPECT_EQ(texture_warning(line, texture), "") << "point filtering has no weights";
  texture.filter_mode = FilterMode::linear;
  EXPECT_NE(texture_warning(line, texture).find("halves linearly filtered values"), std::string::npos);
  texture.address_mode = {AddressMode::border, AddressMode::clamp};
  EXPECT_EQ(texture_warning(line, texture), "");
}

ResourceFacts of_kind(ResourceKind kind, ArrayKind array_kind = ArrayKind::plain, unsigned levels = 1) {
  ArrayDescriptor texels{Extent(4, 4), DataType::float32, 1};
  texels.kind = array_kind;
  return {kind, texels, levels};
}

TEST(TextureRules, RequireNormalizedCoordinatesForMipmapsAndCubeMaps) {
  TextureDescriptor texture;
  EXPECT_EQ(texture_refusal(of_kind(ResourceKind::mipmapped_array, ArrayKind::plain, 3), texture),
            "mipmaps need normalized coordinates: set normalized_coords");
  for (const ArrayKind kind : {ArrayKind::cube_map, ArrayKind::layered_cube_map}) {
    EXPECT_NE(texture_refusal(of_kind(ResourceKind::array, kind), texture).find("set normalized_coords"),
              std::string::npos);
  }
  EXPECT_EQ(texture_refusal(of_kind(ResourceKind::array, ArrayKind::layered), texture), "");
  EXPECT_EQ(texture_refusal(of_kind(ResourceKind::pitch_2d), texture), "");
  texture.normalized_coords = true;
  for (const ArrayKind kind : {ArrayKind::plain, ArrayKind::layered, ArrayKind::cube_map}) {
    EXPECT_EQ(texture_refusal(of_kind(ResourceKind::mipmapped_array, kind, 3), texture), "");
  }
}

TEST(TextureRules, RequireFloatsForLinearFilteringBetweenLevels) {
  ResourceFacts resource = of_kind(ResourceKind::mipmapped_array, ArrayKind::plain, 3);
  resource.texels.format = DataType::int16;
  TextureDescriptor texture;
  texture.normalized_coords = true;
  texture.mipmap_filter_mode = FilterMode::linear;
  EXPECT_NE(texture_refusal(resource, texture).find("int16 elements are integers"), std::string::npos);
  resource.kind = ResourceKind::array;
  EXPECT_EQ(texture_refusal(resource, texture), "") << "there is no other level";
}

TEST(TextureRules, RequireFiniteLevelsInOrder) {
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const ResourceFacts resource = of_kind(ResourceKind::mipmapped_array, ArrayKind::plain, 3);
  const auto refusal = [&](float bias, float least, float most) {
    TextureDescriptor texture;
    texture.normalized_coords = true;
    texture.mipmap_level_bias = bias;
    texture.min_mipmap_level_clamp = least;
    texture.max_mipmap_level_clamp = most;
    return texture_refusal(resource, texture);
  };
  EXPECT_EQ(refusal(-3.5F, 0.5F, 0.5F), "");
  EXPECT_EQ(refusal(0, 2, 1),
            "invalid mipmap level clamp 2 – 1: use finite numbers, the first no greater than the second");
  for (const float odd : {inf, -inf, nan}) {
    EXPECT_NE(refusal(odd, 0, 0).find("mipmap_level_bias"), std::string::npos);
    EXPECT_NE(refusal(0, odd, 9).find("level clamp"), std::string::npos);
    EXPECT_NE(refusal(0, 0, odd).find("level clamp"), std::string::npos);
  }
}

TEST(TextureRules, LetTheBorderBeAnyNumber) {
  TextureDescriptor texture;
  texture.address_mode = AddressMode::border;
  texture.border_color = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -1e30F, 0};
  EXPECT_EQ(texture_refusal(of_kind(ResourceKind::array), texture), "");
}

TEST(TextureRules, WarnOfSettingsThatLinearMemoryIgnores) {
  ResourceFacts line = of_kind(ResourceKind::linear);
  line.texels.shape = Extent(16);
  line.texels.format = DataType::uint8;
  TextureDescriptor texture;
  EXPECT_EQ(texture_warning(line, texture), "");
  texture.filter_mode = FilterMode::linear;
  texture.normalized_coords = true;
  EXPECT_EQ(texture_refusal(line, texture), "") << "ignored, not forbidden";
  EXPECT_NE(texture_warning(line, texture).find("ignore filter_mode, normalized_coords:"), std::string::npos);
  texture = {};
  texture.address_mode = {AddressMode::clamp, AddressMode::border};
  EXPECT_NE(texture_warning(line, texture).find("ignore address_mode:"), std::string::npos);
  EXPECT_EQ(texture_warning(of_kind(ResourceKind::pitch_2d), texture), "") << "pitched memory has address modes";
}

TEST(TextureRules, WarnOfSeamlessFilteringWithoutCubeMapsOrWithAddressModes) {
  TextureDescriptor texture;
  texture.normalized_coords = true;
  texture.seamless_cubemap = true;
  EXPECT_NE(texture_warning(of_kind(ResourceKind::array), texture).find("only affects cube maps"), std::string::npos);
  const ResourceFacts cube = of_kind(ResourceKind::array, ArrayKind::cube_map);
  EXPECT_EQ(texture_warning(cube, texture), "");
  texture.address_mode = AddressMode::wrap;
  EXPECT_NE(texture_warning(cube, texture).find("ignores address_mode"), std::string::npos);
  texture.seamless_cubemap = false;
  EXPECT_EQ(texture_warning(cube, texture), "");
}

TEST(TextureRules, WarnOfLevelsThatAreNeverRead) {
  TextureDescriptor texture;
  texture.normalized_coords = true;
  const ResourceFacts levels = of_kind(ResourceKind::mipmapped_array, ArrayKind::plain, 3);
  EXPECT_NE(texture_warning(levels, texture).find("allows only the first of 3 levels"), std::string::npos);
  EXPECT_EQ(texture_warning(of_kind(ResourceKind::mipmapped_array), texture), "") << "there is only one level";
  texture.max_mipmap_level_clamp = 2;
  EXPECT_EQ(texture_warning(levels, texture), "");
}

TEST(TextureRules, DetermineWhatSupportsGather) {
  ResourceFacts resource = of_kind(ResourceKind::array);
  EXPECT_FALSE(can_gather(resource));
  resource.texels.is_texture_gather = true;
  EXPECT_TRUE(can_gather(resource));
  resource.kind = ResourceKind::mipmapped_array;
  EXPECT_TRUE(can_gather(resource));
  resource.kind = ResourceKind::pitch_2d;
  EXPECT_FALSE(can_gather(resource));
  resource.kind = ResourceKind::array;
  resource.texels.shape = Extent(4);
  EXPECT_FALSE(can_gather(resource));
}

TEST(AddressModes, RepeatTheLastOfAShortList) {
  const AddressModes one = AddressMode::mirror;
  const AddressModes two{AddressMode::wrap, AddressMode::border};
  const AddressModes three{AddressMode::wrap, AddressMode::clamp, AddressMode::mirror};
  EXPECT_EQ((std::tuple{one[0], one[1], one[2]}),
            (std::tuple{AddressMode::mirror, AddressMode::mirror, AddressMode::mirror}));
  EXPECT_EQ((std::tuple{two[0], two[1], two[2]}),
            (std::tuple{AddressMode::wrap, AddressMode::border, AddressMode::border}));
  EXPECT_EQ((std::tuple{three[0], three[1], three[2]}),
            (std::tuple{AddressMode::wrap, AddressMode::clamp, AddressMode::mirror}));
  EXPECT_EQ((AddressModes{AddressMode::wrap, AddressMode::wrap}), AddressModes(AddressMode::wrap));
}

TEST(AddressModes, RefuseEmptyListsAndMoreThanThree) {
  const std::initializer_list<AddressMode> none;
  EXPECT_THROW(AddressModes{none}, InvalidArgument);
  EXPECT_THROW((AddressModes{AddressMode::wrap, AddressMode::wrap, AddressMode::wrap, AddressMode::wrap}),
               InvalidArgument);
}

TEST(TextureModes, HaveNamesThatRoundTrip) {
  for (const AddressMode mode : {AddressMode::wrap, AddressMode::clamp, AddressMode::mirror, AddressMode::border}) {
    EXPECT_EQ(address_mode_from_string(to_string(mode)), mode);
  }
  for (const FilterMode mode : {FilterMode::point, FilterMode::linear}) {
    EXPECT_EQ(filter_mode_from_string(to_string(mode)), mode);
  }
  EXPECT_EQ(address_mode_from_string("repeat"), std::nullopt);
  EXPECT_EQ(filter_mode_from_string(""), std::nullopt);
  EXPECT_EQ(to_string(static_cast<AddressMode>(9)), "unknown");
}

}  // namespace
}  // namespace texelscope::gpu

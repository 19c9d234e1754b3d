#include "texelscope/gpu/data_type.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace texelscope::gpu {
namespace {

struct Facts {
  DataType type;
  const char* name;
  std::size_t size_bytes;
  char number_class;  // u, i or f
};

constexpr std::array<Facts, 8> all_facts{{{DataType::uint8, "uint8", 1, 'u'},
                                          {DataType::uint16, "uint16", 2, 'u'},
                                          {DataType::uint32, "uint32", 4, 'u'},
                                          {DataType::int8, "int8", 1, 'i'},
                                          {DataType::int16, "int16", 2, 'i'},
                                          {DataType::int32, "int32", 4, 'i'},
                                          {DataType::float16, "float16", 2, 'f'},
                                          {DataType::float32, "float32", 4, 'f'}}};

TEST(DataType, KnowsSizeNameAndClassOfEachType) {
  for (const Facts& facts : all_facts) {
    EXPECT_EQ(size_bytes(facts.type), facts.size_bytes) << facts.name;
    EXPECT_EQ(to_string(facts.type), facts.name);
    EXPECT_EQ(data_type_from_string(facts.name), facts.type);
    EXPECT_EQ(is_unsigned_integer(facts.type), facts.number_class == 'u') << facts.name;
    EXPECT_EQ(is_signed_integer(facts.type), facts.number_class == 'i') << facts.name;
    EXPECT_EQ(is_floating_point(facts.type), facts.number_class == 'f') << facts.name;
  }
}

TEST(DataType, KnowsNoOtherNames) {
  for (const char* name : {"", "uint", "uint64", "UINT8", "uint8 ", "float", "unknown"}) {
    EXPECT_EQ(data_type_from_string(name), std::nullopt) << name;
  }
}

TEST(DataType, HandlesInvalidEnumerators) {
  const auto none = static_cast<DataType>(200);
  EXPECT_EQ(size_bytes(none), 0U);
  EXPECT_EQ(to_string(none), "unknown");
  EXPECT_FALSE(is_floating_point(none) || is_signed_integer(none) || is_unsigned_integer(none));
}

TEST(TexelEncoding, KnowsTheContentsOfBlocksAndPlanes) {
  EXPECT_EQ(to_string(TexelEncoding::element), "element");
  EXPECT_EQ(to_string(TexelEncoding::bc1_unorm), "bc1_unorm");
  EXPECT_EQ(to_string(TexelEncoding::nv12), "nv12");
  EXPECT_EQ(to_string(static_cast<TexelEncoding>(99)), "unknown");
  int count = 0;
  for (auto encoding = TexelEncoding::element; encoding <= TexelEncoding::nv12;
       encoding = static_cast<TexelEncoding>(static_cast<int>(encoding) + 1)) {
    const std::string name(to_string(encoding));
    const bool is_block = name.starts_with("bc");
    count += is_block ? 1 : 0;
    EXPECT_EQ(is_block_compressed(encoding), is_block) << name;
    const bool is_small = name.starts_with("bc1") || name.starts_with("bc4");
    EXPECT_EQ(block_bytes(encoding), is_block ? (is_small ? 8U : 16U) : 0U) << name;
    EXPECT_EQ(is_srgb(encoding), name.ends_with("srgb")) << name;
    EXPECT_EQ(channel_type(encoding), name.ends_with("snorm")    ? DataType::int8
                                      : name.starts_with("bc6h") ? DataType::float16
                                                                 : DataType::uint8)
        << name;
  }
  EXPECT_EQ(count, 14);
  EXPECT_EQ(channel_count(TexelEncoding::bc4_snorm), 1);
  EXPECT_EQ(channel_count(TexelEncoding::bc5_unorm), 2);
  EXPECT_EQ(channel_count(TexelEncoding::bc6h_sf16), 3);
  EXPECT_EQ(channel_count(TexelEncoding::bc7_unorm), 4);
  EXPECT_EQ(channel_count(TexelEncoding::element), 0);
}

}  // namespace
}  // namespace texelscope::gpu

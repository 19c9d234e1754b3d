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

TEST(DataType, AnswersForNumbersThatAreNoType) {
  const auto none = static_cast<DataType>(200);
  EXPECT_EQ(size_bytes(none), 0U);
  EXPECT_EQ(to_string(none), "unknown");
  EXPECT_FALSE(is_floating_point(none) || is_signed_integer(none) || is_unsigned_integer(none));
}

}  // namespace
}  // namespace texelscope::gpu

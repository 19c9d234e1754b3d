#include "texelscope/gpu/element_type.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;

struct Known {
  ElementType type;
  std::string name;
  /// NumPy's names, on a little-endian host.
  std::string numpy;
  std::int64_t itemsize;
  std::int64_t component_size;
};

const std::vector<Known>& known() {
  using Kind = ElementKind;
  static const std::vector<Known> types{
      {{Kind::boolean, 8}, "bool", "|b1", 1, 1},
      {{Kind::signed_integer, 8}, "int8", "|i1", 1, 1},
      {{Kind::signed_integer, 16}, "int16", "<i2", 2, 2},
      {{Kind::signed_integer, 32}, "int32", "<i4", 4, 4},
      {{Kind::signed_integer, 64}, "int64", "<i8", 8, 8},
      {{Kind::unsigned_integer, 8}, "uint8", "|u1", 1, 1},
      {{Kind::unsigned_integer, 16}, "uint16", "<u2", 2, 2},
      {{Kind::unsigned_integer, 32}, "uint32", "<u4", 4, 4},
      {{Kind::unsigned_integer, 64}, "uint64", "<u8", 8, 8},
      {{Kind::floating_point, 16}, "float16", "<f2", 2, 2},
      {{Kind::floating_point, 32}, "float32", "<f4", 4, 4},
      {{Kind::floating_point, 64}, "float64", "<f8", 8, 8},
      {{Kind::floating_point, 128}, "float128", "<f16", 16, 16},
      {{Kind::complex, 64}, "complex64", "<c8", 8, 4},
      {{Kind::complex, 128}, "complex128", "<c16", 16, 8},
      {{Kind::complex, 256}, "complex256", "<c32", 32, 16},
      {{Kind::datetime, 64}, "datetime64", "<M8", 8, 8},
      {{Kind::datetime, 64, 1, {TimeBase::nanosecond}}, "datetime64[ns]", "<M8[ns]", 8, 8},
      {{Kind::timedelta, 64, 1, {TimeBase::second, 25}}, "timedelta64[25s]", "<m8[25s]", 8, 8},
      {{Kind::timedelta, 64, 1, {TimeBase::month}}, "timedelta64[M]", "<m8[M]", 8, 8},
      {{Kind::bytes, 8, 5}, "S5", "|S5", 5, 1},
      {{Kind::unicode, 32, 3}, "U3", "<U3", 12, 4},
      {{Kind::opaque, 8, 7}, "V7", "|V7", 7, 1}};
  return types;
}

std::string in_order(std::string numpy, char order) {
  numpy[0] = order;
  return numpy;
}

TEST(ElementType, KnowsNameSizeAndNumpysTextOfEachType) {
  if (std::endian::native != std::endian::little) {
    GTEST_SKIP() << "the expected texts assume a little-endian host";
  }
  for (const Known& each : known()) {
    EXPECT_EQ(to_string(each.type), each.name);
    EXPECT_EQ(to_numpy_string(each.type), each.numpy);
    EXPECT_EQ(each.type.itemsize(), each.itemsize) << each.name;
    EXPECT_EQ(each.type.component_size(), each.component_size) << each.name;
  }
}

TEST(ElementType, ReadsNumpysTextInBothByteOrders) {
  for (const Known& each : known()) {
    const bool is_ordered = each.component_size > 1;
    const auto big = is_ordered ? std::endian::big : std::endian::native;
    const auto little = is_ordered ? std::endian::little : std::endian::native;
    EXPECT_EQ(numpy_type_from_string(in_order(each.numpy, '>')), (NumpyType{each.type, big})) << each.name;
    EXPECT_EQ(numpy_type_from_string(in_order(each.numpy, '<')), (NumpyType{each.type, little})) << each.name;
    EXPECT_EQ(numpy_type_from_string(in_order(each.numpy, '=')), NumpyType{each.type}) << each.name;
  }
}

TEST(ElementType, RejectsNumpyTextsWithTheReason) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "NumPy type \"\": it must begin with '<', '>', '|' or '='"},
      {"f8", "NumPy type \"f8\": it must begin with '<', '>', '|' or '='"},
      {"|O", "NumPy type \"|O\": an array of Python objects contains no readable data; save it with a different dtype"},
      {"<", "NumPy type \"<\": its kind must be one of b i u f c M m S U V"},
      {"<x4", "NumPy type \"<x4\": its kind must be one of b i u f c M m S U V"},
      {"<f", "NumPy type \"<f\": its size must follow the kind as a whole number"},
      {"<f-8", "NumPy type \"<f-8\": its size must follow the kind as a whole number"},
      {"<f99999999999", "NumPy type \"<f99999999999\": its number does not fit in 32 bits"},
      {"<f12", "NumPy type \"<f12\": there is no float of 12 bytes; it can have 16, 32, 64 or 128 bits"},
      {"<i0", "NumPy type \"<i0\": there is no int of 0 bytes; it can have 1, 2, 4, 8, 16, 32 or 64 bits"},
      {"<c4294967295",
       "NumPy type \"<c4294967295\": there is no complex of 4294967295 bytes; it can have 64, 128 or 256 bits"},
      {"<b2", "NumPy type \"<b2\": there is no bool of 2 bytes; it can have 8 bits"},
      {"<f8 ", "NumPy type \"<f8 \": nothing may follow '<f8'"},
      {"<f8[s]", "NumPy type \"<f8[s]\": nothing may follow '<f8'"},
      {"|f8", "NumPy type \"|f8\": '|' specifies no byte order, but float64 requires one; use '<' or '>'"},
      {"|V0", "NumPy type \"|V0\": elements of 0 bytes are not supported; save it with elements of at least 1 byte"},
      {"<U536870913", "NumPy type \"<U536870913\": an element of more than 2147483648 bytes"},
      {"<M4", "NumPy type \"<M4\": there is no datetime of 4 bytes; it can have 64 bits"},
      {"\n\xff", "NumPy type \"\\n\\xff\": it must begin with '<', '>', '|' or '='"},
      {std::string(60, '<'),
       "NumPy type \"<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<\"…: its kind must be one of b i u f c M m S U V"}};
  for (const auto& [text, reason] : cases) {
    EXPECT_EQ(error_of<Error>([&] { static_cast<void>(numpy_type_from_string(text)); }), reason);
  }
  for (const char* const text :
       {"<M8[", "<M8[]", "<M8[s", "<M8[0s]", "<M8[2147483648s]", "<M8[-5s]", "<M8[sec]", "<M8[5]"}) {
    EXPECT_EQ(
        error_of<Error>([&] { static_cast<void>(numpy_type_from_string(text)); }),
        "NumPy type \"" + std::string(text) +
            "\": its unit must be a count of at least 1 and one of Y M W D h m s ms us ns ps fs as, such as [25s]");
  }
}

TEST(ElementType, RequiresWholeBytes) {
  EXPECT_EQ(to_string(ElementType(ElementKind::signed_integer, 4, 2)), "int4x2");
  EXPECT_EQ(ElementType(ElementKind::signed_integer, 4, 2).itemsize(), 1);
  EXPECT_EQ(ElementType(ElementKind::unsigned_integer, 1, 16).itemsize(), 2);
  EXPECT_EQ(error_of<Error>([] { static_cast<void>(ElementType(ElementKind::signed_integer, 4)); }),
            "an element of kind int with 1 lanes of 4 bits: the total must be a whole number of bytes, from 1 to "
            "2,147,483,648; use a different number of lanes");
  EXPECT_EQ(ElementType(ElementKind::opaque, 8, std::int64_t{1} << 31).itemsize(), std::int64_t{1} << 31);
  EXPECT_NE(
      error_of<Error>([] { static_cast<void>(ElementType(ElementKind::opaque, 8, (std::int64_t{1} << 31) + 1)); }),
      "no error");
  EXPECT_NE(error_of<Error>([] { static_cast<void>(ElementType(ElementKind::bytes, 8, 0)); }), "no error");
  EXPECT_EQ(error_of<Error>([] { static_cast<void>(ElementType(ElementKind::floating_point, 24)); }),
            "an element of kind float with 1 lanes of 24 bits: unsupported number of bits; use 16, 32, 64 or 128");
}

TEST(ElementType, AllowsUnitsOnlyForTimes) {
  EXPECT_EQ(
      error_of<Error>([] { static_cast<void>(ElementType(ElementKind::signed_integer, 64, 1, {TimeBase::second})); }),
      "an element of kind int with 1 lanes of 64 bits: unsupported unit 1 × s; only time types have units, with a "
      "count of at least 1; the generic unit has no count");
  EXPECT_NE(error_of<Error>([] {
              static_cast<void>(ElementType(ElementKind::datetime, 64, 1, {TimeBase::second, 0}));
            }),
            "no error");
  EXPECT_NE(error_of<Error>([] {
              static_cast<void>(ElementType(ElementKind::datetime, 64, 1, {TimeBase::generic, 3}));
            }),
            "no error");
}

TEST(ElementType, ReportsTypesThatNumpyLacks) {
  const ElementType float4(ElementKind::floating_point, 32, 4);
  EXPECT_EQ(to_string(float4), "float32x4");
  EXPECT_EQ(error_of<Error>([&] { static_cast<void>(to_numpy_string(float4)); }),
            "NumPy has no type float32x4: view the memory as a different 16-byte type, such as V16");
  EXPECT_EQ(error_of<Error>([&] {
              static_cast<void>(to_numpy_string({ElementKind::signed_integer, 4, 2}));
            }),
            "NumPy has no type int4x2: view the memory as a different 1-byte type, such as V1");
}

TEST(ElementType, ConvertsToTexelTypesAndBack) {
  for (int i = 0; i < 8; ++i) {
    const auto type = static_cast<DataType>(i);
    EXPECT_EQ(to_string(ElementType(type)), to_string(type));
    EXPECT_EQ(ElementType(type).itemsize(), static_cast<std::int64_t>(size_bytes(type)));
    EXPECT_EQ(ElementType(type).data_type(), type);
  }
  EXPECT_EQ(ElementType(ElementKind::floating_point, 64).data_type(), std::nullopt);
  EXPECT_EQ(ElementType(ElementKind::floating_point, 32, 2).data_type(), std::nullopt);
  EXPECT_EQ(ElementType(), ElementType(DataType::uint8));
}

TEST(ElementType, ConvertsFromCppTypes) {
  static_assert(element_type_of<bool> == ElementType(ElementKind::boolean, 8));
  static_assert(element_type_of<std::int64_t> == ElementType(ElementKind::signed_integer, 64));
  static_assert(element_type_of<unsigned long long> == ElementType(ElementKind::unsigned_integer, 64));
  static_assert(element_type_of<double> == ElementType(ElementKind::floating_point, 64));
  static_assert(element_type_of<std::complex<float>> == ElementType(ElementKind::complex, 64));
  static_assert(!Element<std::byte> && !Element<char*>);
  EXPECT_EQ(element_type_of<long double>.itemsize(), static_cast<std::int64_t>(sizeof(long double)));
}

}  // namespace
}  // namespace texelscope::gpu

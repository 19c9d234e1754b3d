#include "texelscope/gpu/data_type.h"

#include <algorithm>
#include <array>

namespace texelscope::gpu {
namespace {

enum class NumberClass : unsigned char { unsigned_integer, signed_integer, floating_point };

struct DataTypeFacts {
  std::string_view name;
  std::size_t size_bytes = 0;
  NumberClass number_class = NumberClass::unsigned_integer;
};

/// In the order of the enumerators.
constexpr std::array<DataTypeFacts, 8> data_types{{
    {"uint8", 1, NumberClass::unsigned_integer},
    {"uint16", 2, NumberClass::unsigned_integer},
    {"uint32", 4, NumberClass::unsigned_integer},
    {"int8", 1, NumberClass::signed_integer},
    {"int16", 2, NumberClass::signed_integer},
    {"int32", 4, NumberClass::signed_integer},
    {"float16", 2, NumberClass::floating_point},
    {"float32", 4, NumberClass::floating_point},
}};

constexpr DataTypeFacts no_type{"unknown", 0, NumberClass::unsigned_integer};

const DataTypeFacts& facts(DataType type) noexcept {
  const auto index = static_cast<std::size_t>(type);
  return index < data_types.size() ? data_types[index] : no_type;
}

}  // namespace

std::size_t size_bytes(DataType type) noexcept { return facts(type).size_bytes; }

std::string_view to_string(DataType type) noexcept { return facts(type).name; }

std::optional<DataType> data_type_from_string(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(data_types, name, &DataTypeFacts::name);
  if (found == data_types.end()) {
    return std::nullopt;
  }
  return static_cast<DataType>(found - data_types.begin());
}

namespace {

struct EncodingFacts {
  std::string_view name;
  std::size_t block_bytes = 0;
  DataType channel_type = DataType::uint8;
  int channel_count = 0;
};

/// In the order of the enumerators.
constexpr std::array<EncodingFacts, 17> encodings{{{"element"},
                                                   {"normalized"},
                                                   {"bc1_unorm", 8, DataType::uint8, 4},
                                                   {"bc1_unorm_srgb", 8, DataType::uint8, 4},
                                                   {"bc2_unorm", 16, DataType::uint8, 4},
                                                   {"bc2_unorm_srgb", 16, DataType::uint8, 4},
                                                   {"bc3_unorm", 16, DataType::uint8, 4},
                                                   {"bc3_unorm_srgb", 16, DataType::uint8, 4},
                                                   {"bc4_unorm", 8, DataType::uint8, 1},
                                                   {"bc4_snorm", 8, DataType::int8, 1},
                                                   {"bc5_unorm", 16, DataType::uint8, 2},
                                                   {"bc5_snorm", 16, DataType::int8, 2},
                                                   {"bc6h_uf16", 16, DataType::float16, 3},
                                                   {"bc6h_sf16", 16, DataType::float16, 3},
                                                   {"bc7_unorm", 16, DataType::uint8, 4},
                                                   {"bc7_unorm_srgb", 16, DataType::uint8, 4},
                                                   {"nv12", 0, DataType::uint8, 3}}};

constexpr EncodingFacts no_encoding{"unknown"};

const EncodingFacts& facts(TexelEncoding encoding) noexcept {
  const auto index = static_cast<std::size_t>(encoding);
  return index < encodings.size() ? encodings[index] : no_encoding;
}

}  // namespace

std::string_view to_string(TexelEncoding encoding) noexcept { return facts(encoding).name; }

std::size_t block_bytes(TexelEncoding encoding) noexcept { return facts(encoding).block_bytes; }

bool is_srgb(TexelEncoding encoding) noexcept {
  switch (encoding) {
    case TexelEncoding::bc1_unorm_srgb:
    case TexelEncoding::bc2_unorm_srgb:
    case TexelEncoding::bc3_unorm_srgb:
    case TexelEncoding::bc7_unorm_srgb:
      return true;
    default:
      return false;
  }
}

DataType channel_type(TexelEncoding encoding) noexcept { return facts(encoding).channel_type; }

int channel_count(TexelEncoding encoding) noexcept { return facts(encoding).channel_count; }

bool is_floating_point(DataType type) noexcept { return facts(type).number_class == NumberClass::floating_point; }

bool is_signed_integer(DataType type) noexcept { return facts(type).number_class == NumberClass::signed_integer; }

bool is_unsigned_integer(DataType type) noexcept {
  return facts(type).size_bytes != 0 && facts(type).number_class == NumberClass::unsigned_integer;
}

}  // namespace texelscope::gpu

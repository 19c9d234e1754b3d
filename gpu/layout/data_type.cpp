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

bool is_floating_point(DataType type) noexcept { return facts(type).number_class == NumberClass::floating_point; }

bool is_signed_integer(DataType type) noexcept { return facts(type).number_class == NumberClass::signed_integer; }

bool is_unsigned_integer(DataType type) noexcept {
  return facts(type).size_bytes != 0 && facts(type).number_class == NumberClass::unsigned_integer;
}

}  // namespace texelscope::gpu

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace texelscope::gpu {

/// Type of one element, or of one channel of a texel.
enum class DataType : unsigned char { uint8, uint16, uint32, int8, int16, int32, float16, float32 };

/// Bytes of one element.
[[nodiscard]] std::size_t size_bytes(DataType type) noexcept;

/// The enumerator's name, such as "uint8".
[[nodiscard]] std::string_view to_string(DataType type) noexcept;

/// The type of that name; nothing when there is none.
[[nodiscard]] std::optional<DataType> data_type_from_string(std::string_view name) noexcept;

[[nodiscard]] bool is_floating_point(DataType type) noexcept;
[[nodiscard]] bool is_signed_integer(DataType type) noexcept;
[[nodiscard]] bool is_unsigned_integer(DataType type) noexcept;

}  // namespace texelscope::gpu

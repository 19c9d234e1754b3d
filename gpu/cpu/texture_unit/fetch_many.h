#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

/// One operand of many fetches: a number of four bytes for each, anywhere in memory and with any alignment.
template <class Number>
struct Column {
  static_assert(sizeof(Number) == 4 && std::is_trivially_copyable_v<Number>);
  /// Null if the operand is 0 for every fetch.
  const std::byte* numbers = nullptr;
  /// From one number to the next; 0 if all fetches share one.
  std::int64_t stride_bytes = 0;

  [[nodiscard]] Number operator[](std::int64_t index) const noexcept {
    Number number{};
    if (numbers != nullptr) {
      std::memcpy(&number, numbers + index * stride_bytes, sizeof number);
    }
    return number;
  }
};

/// The type of a texture's results: the one set of HostTexture's functions that returns texels.
enum class ResultType : unsigned char { float32, int32, uint32 };

/// Many fetches of one texture, which read operands and write results in the memory of the caller.
struct FetchList {
  /// Shape, operation and component of all fetches; its other operands are ignored.
  kernels::TextureFetch common;
  std::array<Column<float>, 3> coordinates;  ///< x, y, z.
  Column<std::int32_t> layer;
  Column<float> level;
  std::array<Column<float>, 3> dx;
  std::array<Column<float>, 3> dy;
  Column<std::int32_t> element;
  /// Receives the first num_results (1 – 4) numbers of each result, without padding between them.
  std::byte* results = nullptr;
  std::int64_t result_stride_bytes = 0;
  int num_results = 4;
};

/// Performs fetches first … end − 1 of the list, with the fast functions where they exist. Different ranges may run
/// concurrently.
void fetch_many(const kernels::HostTexture& texture, ResultType type, const FetchList& list, std::int64_t first,
                std::int64_t end);

}  // namespace texelscope::gpu::cpu::texture_unit

#pragma once

#include <cstdint>

#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::kernels {

/// One operand of many fetches: a number of four bytes for each, anywhere in memory and with any alignment.
template <class Number>
struct FetchColumn {
  static_assert(sizeof(Number) == 4);
  /// Address of the first number; null if the operand is 0 for every fetch.
  const void* numbers = nullptr;
  /// From one number to the next; 0 if all fetches share one.
  std::int64_t stride_bytes = 0;

  /// The operand of a fetch.
  TEXELSCOPE_KERNEL_FUNCTION Number operator[](std::int64_t index) const {
    Number number{};
    if (numbers != nullptr) {
      __builtin_memcpy(&number, static_cast<const char*>(numbers) + index * stride_bytes, sizeof number);
    }
    return number;
  }
};

/// Many fetches of one texture: operands and results in strided memory, such as the columns of an array.
struct FetchList {
  /// Shape, operation and component of all fetches; its other operands are ignored.
  TextureFetch common;
  FetchColumn<float> coordinates[3];  ///< x, y, z.
  FetchColumn<std::int32_t> layer;
  FetchColumn<float> level;
  FetchColumn<float> dx[3];
  FetchColumn<float> dy[3];
  FetchColumn<std::int32_t> element;
  /// Receives the first num_results (1 – 4) channels of each result, four bytes each.
  void* results = nullptr;
  std::int64_t result_stride_bytes = 0;
  int num_results = 4;

  /// A fetch with all its operands.
  TEXELSCOPE_KERNEL_FUNCTION TextureFetch fetch(std::int64_t index) const {
    TextureFetch fetch = common;
    fetch.x = coordinates[0][index];
    fetch.y = coordinates[1][index];
    fetch.z = coordinates[2][index];
    fetch.layer = layer[index];
    fetch.level = level[index];
    for (int axis = 0; axis < 3; ++axis) {
      fetch.dx[axis] = dx[axis][index];
      fetch.dy[axis] = dy[axis][index];
    }
    fetch.element = element[index];
    return fetch;
  }
  /// Stores the result of a fetch, whose channels have four bytes.
  template <class Vector>
  TEXELSCOPE_KERNEL_FUNCTION void store(std::int64_t index, const Vector& result) const {
    char* const to = static_cast<char*>(results) + index * result_stride_bytes;
    if (num_results == 4) {
      __builtin_memcpy(to, &result, 16);  // one instruction
    } else {
      __builtin_memcpy(to, &result, 4 * static_cast<unsigned>(num_results));
    }
  }
};

}  // namespace texelscope::kernels

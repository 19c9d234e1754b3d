#pragma once

#include <array>
#include <cstdint>

/// The fake PyTorch's implementation of a tensor: its functions return these fields. tests/python/stabletorch_test.py
/// has the same fields.
struct FakeTensor {
  void* data = nullptr;
  std::int64_t ndim = 0;
  std::array<std::int64_t, 4> sizes{};
  std::array<std::int64_t, 4> strides{};
  std::int32_t dtype = 0;
  std::int32_t device_type = 0;
  std::int32_t device = 0;
  std::int32_t layout = 0;
  /// Makes queries of its data fail.
  bool is_broken = false;
};

/// An at::Tensor: a pointer to its implementation.
struct AtenTensorOpaque {
  FakeTensor* implementation = nullptr;
};

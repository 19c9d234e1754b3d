#pragma once

#include <array>
#include <cstdint>

/// What the fake PyTorch takes for a tensor's implementation: it answers with these. tests/python/stabletorch_test.py
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
  /// Answers no question about its data.
  bool is_broken = false;
};

/// An at::Tensor: a pointer to its implementation.
struct AtenTensorOpaque {
  FakeTensor* implementation = nullptr;
};

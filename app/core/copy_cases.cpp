#include "app/core/copy_cases.h"

#include <algorithm>

#include "texelscope/gpu/layout_operation.h"

namespace texelscope::app {
namespace {

const std::vector<CopyCase>& full_cases() {
  static const std::vector<CopyCase> cases{
      {"transpose", "float32", 4, {16384, 16384}, "permuted(1,0)"},
      {"transpose", "uint8", 1, {32768, 32768}, "permuted(1,0)"},
      {"transpose", "float16", 2, {16384, 32768}, "permuted(1,0)"},
      {"transpose", "float64", 8, {8192, 16384}, "permuted(1,0)"},
      {"transpose", "complex128", 16, {8192, 8192}, "permuted(1,0)"},
      {"NHWC to NCHW", "uint8", 1, {64, 1024, 1024, 3}, "permuted(0,3,1,2)"},
      {"NHWC to NCHW", "float32", 4, {32, 1024, 1024, 4}, "permuted(0,3,1,2)"},
      {"NCHW to NHWC", "float32", 4, {32, 4, 1024, 1024}, "permuted(0,2,3,1)"},
      {"last two axes", "float32", 4, {128, 1024, 1024}, "permuted(0,2,1)"},
      {"first two axes", "float32", 4, {1024, 512, 256}, "permuted(1,0,2)"},
      {"five axes", "float32", 4, {32, 48, 64, 40, 56}, "permuted(4,2,0,3,1)"},
      {"six axes reversed", "float16", 2, {24, 20, 28, 32, 18, 30}, "permuted(5,4,3,2,1,0)"},
      {"every other column", "float32", 4, {16384, 16384}, "sliced(:, ::2)"},
      {"every other row", "float32", 4, {16384, 16384}, "sliced(::2)"},
      {"turned by 180°", "float32", 4, {16384, 16384}, "sliced(::-1, ::-1)"},
  };
  return cases;
}

}  // namespace

gpu::StridedLayout CopyCase::source() const {
  return gpu::apply(array(), gpu::layout_operation_from_string(operation));
}

std::vector<CopyCase> copy_cases(std::int64_t most_bytes) {
  std::vector<CopyCase> cases = full_cases();
  for (CopyCase& each : cases) {
    while (each.array().volume() * each.itemsize > most_bytes) {
      std::int64_t& longest = *std::ranges::max_element(each.shape);
      longest /= 2;
    }
  }
  return cases;
}

}  // namespace texelscope::app

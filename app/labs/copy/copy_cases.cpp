#include "app/labs/copy/copy_cases.h"

#include <algorithm>
#include <cstdlib>

#include "texelscope/gpu/layout_operation.h"

namespace texelscope::app {
namespace {

const std::vector<CopyCase>& full_cases() {
  static const std::vector<CopyCase> cases{
      {"transpose", CopyKind::transpose, "float32", 4, {16384, 16384}, "permuted(1,0)"},
      {"transpose", CopyKind::transpose, "uint8", 1, {32768, 32768}, "permuted(1,0)"},
      {"transpose", CopyKind::transpose, "float16", 2, {16384, 32768}, "permuted(1,0)"},
      {"transpose", CopyKind::transpose, "float64", 8, {8192, 16384}, "permuted(1,0)"},
      {"transpose", CopyKind::transpose, "complex128", 16, {8192, 8192}, "permuted(1,0)"},
      {"NHWC to NCHW", CopyKind::channels, "uint8", 1, {64, 1024, 1024, 3}, "permuted(0,3,1,2)"},
      {"NHWC to NCHW", CopyKind::channels, "float32", 4, {32, 1024, 1024, 4}, "permuted(0,3,1,2)"},
      {"NCHW to NHWC", CopyKind::channels, "float32", 4, {32, 4, 1024, 1024}, "permuted(0,2,3,1)"},
      {"last two axes", CopyKind::transpose, "float32", 4, {128, 1024, 1024}, "permuted(0,2,1)"},
      {"first two axes", CopyKind::rows, "float32", 4, {1024, 512, 256}, "permuted(1,0,2)"},
      {"five axes", CopyKind::transpose, "float32", 4, {32, 48, 64, 40, 56}, "permuted(4,2,0,3,1)"},
      {"six axes reversed", CopyKind::transpose, "float16", 2, {24, 20, 28, 32, 18, 30}, "permuted(5,4,3,2,1,0)"},
      {"odd extents", CopyKind::transpose, "float32", 4, {12289, 16411}, "permuted(1,0)"},
      {"attention heads", CopyKind::rows, "float16", 2, {8, 4096, 32, 128}, "permuted(0,2,1,3)"},
      {"every other column", CopyKind::slice, "float32", 4, {16384, 16384}, "sliced(:, ::2)"},
      {"every other row", CopyKind::slice, "float32", 4, {16384, 16384}, "sliced(::2)"},
      {"rotated by 180°", CopyKind::slice, "float32", 4, {16384, 16384}, "sliced(::-1, ::-1)"},
  };
  return cases;
}

/// Sets the extent of an axis so that the case has `bytes`, rounded up to the axis's multiple.
void stretch(CopyCase& any, std::int64_t& extent, std::int64_t bytes, std::int64_t most) {
  const std::int64_t former = extent;
  const std::int64_t bytes_of_one = std::max<std::int64_t>(1, any.bytes() / former);
  for (const std::int64_t multiple : {64, 8, 1}) {
    if (former % multiple == 0) {
      extent = std::max<std::int64_t>(1, (bytes + bytes_of_one * multiple - 1) / (bytes_of_one * multiple) * multiple);
      if (any.bytes() <= most) {
        return;
      }
    }
  }
}

}  // namespace

std::string_view to_string(CopyKind kind) noexcept {
  switch (kind) {
    case CopyKind::rows:
      return "rows";
    case CopyKind::transpose:
      return "transpose";
    case CopyKind::channels:
      return "channels";
    case CopyKind::slice:
      break;
  }
  return "slice";
}

gpu::StridedLayout CopyCase::source() const {
  return gpu::apply(array(), gpu::layout_operation_from_string(operation));
}

std::int64_t CopyCase::bytes() const { return source().volume() * itemsize; }

CopySizes copy_sizes(bool is_cuda, std::uint64_t memory_bytes) {
  constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
  // An array is twice as large as the copied data if only every other column is read.
  const auto most = std::min(static_cast<std::int64_t>(memory_bytes / 8), (is_cuda ? 1024 : 342) * mebibyte);
  return {is_cuda ? 0 : std::min(most / 4 * 3, 256 * mebibyte), most};
}

CopyCase scaled(CopyCase any, const CopySizes& sizes) {
  if (any.bytes() >= sizes.least && any.bytes() <= sizes.most) {
    return any;
  }
  const std::int64_t wanted = sizes.least > 0 ? sizes.least : sizes.most / 4 * 3;
  const auto longest = [&]() -> std::int64_t& { return *std::ranges::max_element(any.shape); };
  while (any.bytes() >= 2 * wanted && longest() > 4) {
    longest() = (longest() + 1) / 2;
  }
  if (any.bytes() < sizes.least || any.bytes() > sizes.most) {
    stretch(any, longest(), wanted, sizes.most);
  }
  return any;
}

std::vector<CopyCase> copy_cases(const CopySizes& sizes) {
  std::vector<CopyCase> cases = full_cases();
  for (CopyCase& each : cases) {
    each = scaled(std::move(each), sizes);
  }
  return cases;
}

double sector_limit(const gpu::StridedLayout& source) {
  constexpr std::int64_t sector_bytes = 32;
  std::vector<std::pair<std::int64_t, std::int64_t>> axes;
  for (std::size_t axis = 0; axis < source.ndim(); ++axis) {
    const std::int64_t stride = std::abs(source.strides()[axis]) * source.itemsize();
    if (stride > 0) {
      axes.emplace_back(stride, source.shape()[axis]);
    }
  }
  std::ranges::sort(axes);
  // Items form one run until a sector between two of them is skipped.
  std::int64_t run_bytes = source.itemsize();
  std::int64_t runs = 1;
  for (const auto& [stride, extent] : axes) {
    if (runs == 1 && stride <= std::max(run_bytes, sector_bytes)) {
      run_bytes += (extent - 1) * stride;
    } else {
      runs *= extent;
    }
  }
  const double written = static_cast<double>(source.volume() * source.itemsize());
  const std::int64_t sectors_of_run = (run_bytes + sector_bytes - 1) / sector_bytes;
  const double read = static_cast<double>(runs * sectors_of_run * sector_bytes);
  return 2 * written / (read + written);
}

}  // namespace texelscope::app

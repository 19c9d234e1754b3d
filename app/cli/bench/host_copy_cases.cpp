#include "app/cli/bench/host_copy_cases.h"

#include <fmt/format.h>

#include <algorithm>

namespace texelscope::app {
namespace {

constexpr std::int64_t itemsize = 4;
/// Of a transposed matrix: a power of two, which caches like least.
constexpr std::int64_t columns = 8192;

}  // namespace

gpu::StridedLayout HostCopyCase::dense() const {
  const std::int64_t items = row_bytes > 0 ? row_bytes / itemsize : columns;
  return gpu::StridedLayout({bytes / (items * itemsize), items}, itemsize);
}

gpu::StridedLayout HostCopyCase::strided() const {
  const gpu::StridedLayout shape = dense();
  const std::int64_t rows = shape.shape()[0];
  const std::int64_t items = shape.shape()[1];
  if (row_bytes > 0) {
    return gpu::StridedLayout({rows, 2 * items}, itemsize).sliced({gpu::AxisSlice::all(), {0, items}});
  }
  return gpu::StridedLayout({items, rows}, itemsize).permuted({1, 0});
}

std::string name_of(const HostCopyCase& any) {
  return fmt::format("{}, {}, {} strided on the {}", any.is_to_device ? "host to device" : "device to host",
                     any.is_pinned ? "pinned" : "pageable",
                     any.row_bytes > 0 ? fmt::format("rows of {} bytes", any.row_bytes) : "transpose",
                     any.is_host_strided ? "host" : "device");
}

std::vector<HostCopyCase> host_copy_cases(std::uint64_t memory_bytes) {
  constexpr std::int64_t longest_row = std::int64_t{64} << 10;
  // Both sides, one of them twice as large, and what each is compared in.
  const auto most = static_cast<std::int64_t>(memory_bytes / 16);
  const std::int64_t bytes =
      std::max(std::int64_t{1}, std::min(most, std::int64_t{256} << 20) / longest_row) * longest_row;
  std::vector<HostCopyCase> cases;
  for (const bool is_to_device : {true, false}) {
    for (const bool is_pinned : {true, false}) {
      for (const bool is_host_strided : {true, false}) {
        for (const std::int64_t row_bytes : {std::int64_t{64}, std::int64_t{256}, std::int64_t{1024},
                                             std::int64_t{4096}, longest_row, std::int64_t{0}}) {
          cases.push_back({is_to_device, is_pinned, is_host_strided, row_bytes, bytes});
        }
      }
    }
  }
  return cases;
}

}  // namespace texelscope::app

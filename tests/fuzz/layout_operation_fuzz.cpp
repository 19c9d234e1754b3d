// Reads a shape and a chain of operations, a line each, and applies what can be read. Whatever is accepted must be
// written as it is read, and keep every element within its bounds.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/layout_operation.h"

namespace {

using texelscope::gpu::StridedLayout;

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

void require(bool condition, const char* what) {
  if (!condition) {
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
  }
}

void look_at(const StridedLayout& layout) {
  static_cast<void>(layout.strides_in_bytes());
  static_cast<void>(layout.flattened_axis_mask());
  require(layout.is_unique() == !layout.overlapping_axis().has_value(), "uniqueness names its axis");
  const auto bounds = layout.offset_bounds();
  require(layout.is_empty() || bounds.min <= bounds.max, "bounds are in order");
  require(bounds.min < 0 || layout.required_size_in_bytes() >= 0, "the size is one");
  require(layout.to_dense().is_dense(), "to_dense is dense");
  require(!layout.is_contiguous_c() || layout.is_contiguous_any(), "C order is an order");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto shape = texelscope::gpu::dimensions_from_string(take_line(text));
    const std::string_view strides = take_line(text);
    const std::int64_t itemsize = size % 2 == 0 ? 4 : 8;
    StridedLayout layout = strides.empty()
                               ? StridedLayout(shape, itemsize)
                               : StridedLayout(shape, texelscope::gpu::dimensions_from_string(strides), itemsize);
    look_at(layout);
    while (!text.empty()) {
      const auto operation = texelscope::gpu::layout_operation_from_string(take_line(text));
      require(texelscope::gpu::layout_operation_from_string(to_string(operation)) == operation, "texts come back");
      layout = texelscope::gpu::apply(layout, operation);
      look_at(layout);
    }
  } catch (const texelscope::gpu::InvalidArgument& error) {
    require(std::string_view(error.what()).find('\n') == std::string_view::npos, "an error is one line");
  }
  return 0;
}

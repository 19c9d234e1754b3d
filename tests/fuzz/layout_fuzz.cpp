#include <nlohmann/json.hpp>

#include "app/cli/layout_batch.h"
#include "tests/fuzz/fuzz_input.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/layout_operation.h"
#include "texelscope/gpu/stride_order.h"

namespace texelscope::tests {
namespace {

using gpu::StridedLayout;

void check(const StridedLayout& layout) {
  static_cast<void>(layout.strides_in_bytes());
  static_cast<void>(layout.flattened_axis_mask());
  require(layout.is_unique() == !layout.overlapping_axis().has_value(), "uniqueness names its axis");
  const auto bounds = layout.offset_bounds();
  require(layout.is_empty() || bounds.min <= bounds.max, "bounds are in order");
  require(bounds.min < 0 || layout.required_size_in_bytes() >= 0, "the size is not negative");
  require(layout.to_dense().is_dense(), "to_dense is dense");
  require(!layout.is_contiguous_c() || layout.is_contiguous_any(), "C order is an order");
}

}  // namespace

/// A shape, strides or an order (or nothing), and operations, one per line.
void fuzz_layout_text(FuzzInput input) {
  std::string_view text = text_of(input);
  accept<gpu::InvalidArgument>([&] {
    const auto shape = gpu::dimensions_from_string(take_line(text));
    const std::string_view strides = take_line(text);
    const std::int64_t itemsize = input.size() % 2 == 0 ? 4 : 8;
    StridedLayout layout(shape, itemsize);
    if (!strides.empty() && strides.front() >= 'A') {
      layout = StridedLayout::dense(shape, itemsize, gpu::stride_order_from_string(strides));
    } else if (!strides.empty()) {
      layout = StridedLayout(shape, gpu::dimensions_from_string(strides), itemsize);
    }
    check(layout);
    while (!text.empty()) {
      const auto operation = gpu::layout_operation_from_string(take_line(text));
      require(gpu::layout_operation_from_string(to_string(operation)) == operation, "texts round-trip");
      layout = gpu::apply(layout, operation);
      check(layout);
    }
  });
}

void fuzz_layout_batch(FuzzInput input) {
  std::string_view text = text_of(input);
  while (!text.empty()) {
    const std::string answer = app::answer_layout_case(std::string(take_line(text)));
    require(answer.find('\n') == std::string::npos, "an answer is one line");
    const nlohmann::json json = nlohmann::json::parse(answer);
    require(json.contains("id") && json.contains("error") != json.contains("shape"),
            "an answer is a layout or an error");
  }
}

}  // namespace texelscope::tests

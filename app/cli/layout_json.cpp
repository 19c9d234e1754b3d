#include "app/cli/layout_json.h"

#include <iterator>
#include <string_view>

namespace texelscope::app {
namespace {

void append_list(fmt::memory_buffer& json, std::string_view name, const gpu::Dimensions& values) {
  json.append(name);
  json.push_back('[');
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) {
      json.push_back(',');
    }
    json.append(fmt::format_int(values[i]));
  }
  json.push_back(']');
}

}  // namespace

void append_layout_json(fmt::memory_buffer& json, const gpu::StridedLayout& layout) {
  const auto out = std::back_inserter(json);
  fmt::format_to(out, R"("ndim":{},)", layout.ndim());
  append_list(json, R"("shape":)", layout.shape());
  append_list(json, R"(,"strides":)", layout.strides());
  append_list(json, R"(,"strides_in_bytes":)", layout.strides_in_bytes());
  append_list(json, R"(,"stride_order":)", layout.stride_order());
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  fmt::format_to(out,
                 R"(,"volume":{},"itemsize":{},"slice_offset":{},"slice_offset_in_bytes":{},"offset_bounds":[{},{}],)"
                 R"("is_unique":{},"uniqueness":"{}","is_contiguous_c":{},"is_contiguous_f":{},"is_contiguous_any":{},)"
                 R"("is_dense":{},"flattened_axis_mask":{},"required_size_in_bytes":)",
                 layout.volume(), layout.itemsize(), layout.slice_offset(), layout.slice_offset_in_bytes(), bounds.min,
                 bounds.max, layout.is_unique(), to_string(layout.uniqueness()), layout.is_contiguous_c(),
                 layout.is_contiguous_f(), layout.is_contiguous_any(), layout.is_dense(), layout.flattened_axis_mask());
  if (bounds.min < 0) {
    json.append(std::string_view("null"));
  } else {
    fmt::format_to(out, "{}", layout.required_size_in_bytes());
  }
}

}  // namespace texelscope::app

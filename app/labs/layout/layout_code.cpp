#include "app/labs/layout/layout_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/text/overloaded.h"

namespace texelscope::app {
namespace {

using gpu::Dimensions;
using gpu::StridedLayout;
using gpu::StrideOrder;

/// "{5, 3, 4}".
std::string braces(const Dimensions& values) { return fmt::format("{{{}}}", fmt::join(values, ", ")); }

std::string python_order(const StrideOrder& order) {
  return order.kind() == StrideOrder::Kind::permutation ? to_string(order.permutation())
                                                        : fmt::format("\"{}\"", to_string(order));
}

std::string cpp_order(const StrideOrder& order) {
  switch (order.kind()) {
    case StrideOrder::Kind::c:
      return "StrideOrder::c()";
    case StrideOrder::Kind::f:
      return "StrideOrder::f()";
    case StrideOrder::Kind::keep:
      return "StrideOrder::k()";
    case StrideOrder::Kind::permutation:
      break;
  }
  return "StrideOrder(" + braces(order.permutation()) + ")";
}

std::string slices_text(const std::vector<gpu::AxisSlice>& slices) {
  std::string text;
  for (const gpu::AxisSlice& slice : slices) {
    text += (text.empty() ? "" : ", ") + to_string(slice);
  }
  return text;
}

std::string numpy_type(std::int64_t itemsize) {
  switch (itemsize) {
    case 1:
    case 2:
    case 4:
    case 8:
      return fmt::format("np.uint{}", itemsize * 8);
    default:
      return fmt::format("np.dtype(\"V{}\")", itemsize);
  }
}

/// Memory for a layout, and the array over it.
std::string numpy_array(const StridedLayout& layout) {
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  const std::int64_t below = layout.is_empty() ? 0 : std::min<std::int64_t>(bounds.min, 0);
  const std::int64_t above = layout.is_empty() ? 0 : std::max<std::int64_t>(bounds.max, -1) + 1;
  return fmt::format(
      "memory = np.zeros({}, np.uint8)\nstart = {}\na = np.ndarray(\n    shape={},\n    dtype={},\n"
      "    buffer=memory, offset=start{},\n    strides={})\n",
      (above - below) * layout.itemsize(), -below * layout.itemsize(), to_string(layout.shape()),
      numpy_type(layout.itemsize()),
      layout.slice_offset() == 0 ? "" : fmt::format(" + {}", layout.slice_offset_in_bytes()),
      to_string(layout.strides_in_bytes()));
}

std::string numpy_slices(const gpu::Sliced& sliced) {
  if (sliced.slices.empty()) {
    return "a = a[...]\n";
  }
  // Integers alone would give a scalar, which is not a view.
  const bool has_range = !std::ranges::all_of(sliced.slices, &gpu::AxisSlice::is_index);
  return fmt::format("a = a[{}{}]\n", slices_text(sliced.slices), has_range ? "" : ", ...");
}

std::string numpy_repacked(const gpu::Repacked& repacked, const StridedLayout& before, const StridedLayout& after) {
  const auto rank = static_cast<std::int64_t>(before.ndim());
  const std::int64_t axis = repacked.axis < 0 ? repacked.axis + rank : repacked.axis;
  const std::string view = fmt::format("view({})", numpy_type(repacked.itemsize));
  std::string code = axis == rank - 1
                         ? fmt::format("a = a.{}\n", view)
                         : fmt::format("a = np.moveaxis(np.moveaxis(a, {0}, -1).{1}, -1, {0})\n", axis, view);
  if (after.ndim() < before.ndim()) {
    code += fmt::format("a = a.squeeze({})\n", axis);
  }
  return code;
}

std::string numpy_step(const gpu::LayoutOperation& operation, const StridedLayout& before, const StridedLayout& after) {
  const auto reshaped = [&] { return fmt::format("a = a.reshape({})\n", to_string(after.shape())); };
  return std::visit(
      Overloaded{
          [&](const gpu::Reshaped&) { return reshaped(); },
          [&](const gpu::Permuted& permuted) {
            return fmt::format("a = a.transpose({})\n", to_string(permuted.permutation));
          },
          [&](const gpu::Flattened&) { return reshaped(); },
          [&](const gpu::Squeezed&) { return before.is_empty() ? reshaped() : std::string{"a = a.squeeze()\n"}; },
          [&](const gpu::Unsqueezed& unsqueezed) {
            return fmt::format("a = np.expand_dims(a, {})\n", to_string(unsqueezed.axes));
          },
          [&](const gpu::BroadcastTo& broadcast) {
            return fmt::format("a = np.broadcast_to(a, {})\n", to_string(broadcast.shape));
          },
          [&](const gpu::Sliced& sliced) { return numpy_slices(sliced); },
          [&](const gpu::Repacked& repacked) { return numpy_repacked(repacked, before, after); },
          [&](const gpu::ToDense& dense) {
            return fmt::format("# dense in order {}: separate memory\n{}", to_string(dense.order), numpy_array(after));
          }},
      operation);
}

std::string cuda_core_input(const LayoutText& text, const StridedLayout& input) {
  if (text.strides.empty() && text.order != "C") {
    return fmt::format("layout = StridedLayout.dense({}, {}, {})\n", to_string(input.shape()), input.itemsize(),
                       python_order(gpu::stride_order_from_string(text.order)));
  }
  return fmt::format("layout = StridedLayout({}, {}, {})\n", to_string(input.shape()),
                     text.strides.empty() ? "None" : to_string(input.strides()), input.itemsize());
}

std::string cpp_input(const LayoutText& text, const StridedLayout& input) {
  if (!text.strides.empty()) {
    return fmt::format("StridedLayout({}, {}, {})", braces(input.shape()), braces(input.strides()), input.itemsize());
  }
  if (text.order == "C") {
    return fmt::format("StridedLayout({}, {})", braces(input.shape()), input.itemsize());
  }
  return fmt::format("StridedLayout::dense({}, {}, {})", braces(input.shape()), input.itemsize(),
                     cpp_order(gpu::stride_order_from_string(text.order)));
}

std::string cpp_slices(const gpu::Sliced& sliced) {
  const auto bound = [](bool is_given, std::int64_t value) {
    return is_given ? fmt::format("{}", value) : std::string{"nullopt"};
  };
  std::string text;
  for (const gpu::AxisSlice& slice : sliced.slices) {
    text += text.empty() ? "" : ", ";
    if (slice.is_index()) {
      text += fmt::format("AxisSlice({})", slice.index());
    } else if (slice == gpu::AxisSlice::all()) {
      text += "AxisSlice::all()";
    } else {
      text += fmt::format("AxisSlice({}, {}{})", bound(slice.has_start(), slice.start()),
                          bound(slice.has_stop(), slice.stop()),
                          slice.step() == 1 ? "" : fmt::format(", {}", slice.step()));
    }
  }
  return text;
}

/// The call of a method, in C++ or Python syntax.
std::string method_call(const gpu::LayoutOperation& operation, bool is_cpp) {
  const auto list = [&](const Dimensions& values) { return is_cpp ? braces(values) : to_string(values); };
  const auto call = [&](const char* name, const Dimensions& values) {
    return fmt::format(".{}({})", name, list(values));
  };
  return std::visit(
      Overloaded{[&](const gpu::Reshaped& reshaped) { return call("reshaped", reshaped.shape); },
                 [&](const gpu::Permuted& permuted) { return call("permuted", permuted.permutation); },
                 [&](const gpu::Flattened& flattened) {
                   if (flattened.mask) {
                     return fmt::format(".{}0x{:x})",
                                        is_cpp ? "flattened_by_mask(" : "flattened(mask=", *flattened.mask);
                   }
                   return flattened == gpu::Flattened{}
                              ? std::string{".flattened()"}
                              : fmt::format(".flattened({}, {})", flattened.start_axis, flattened.end_axis);
                 },
                 [](const gpu::Squeezed&) { return std::string{".squeezed()"}; },
                 [&](const gpu::Unsqueezed& unsqueezed) { return call("unsqueezed", unsqueezed.axes); },
                 [&](const gpu::BroadcastTo& broadcast) { return call("broadcast_to", broadcast.shape); },
                 [&](const gpu::Sliced& sliced) {
                   return is_cpp ? fmt::format(".sliced({{{}}})", cpp_slices(sliced))
                                 : fmt::format("[{}]", sliced.slices.empty() ? "()" : slices_text(sliced.slices));
                 },
                 [&](const gpu::Repacked& repacked) {
                   return is_cpp ? fmt::format(".repacked({}, {}, {}, {})", repacked.itemsize, repacked.data_ptr,
                                               repacked.axis, repacked.keep_dim)
                                 : fmt::format(".repacked({}, data_ptr={}, axis={}, keep_dim={})", repacked.itemsize,
                                               repacked.data_ptr, repacked.axis, repacked.keep_dim ? "True" : "False");
                 },
                 [&](const gpu::ToDense& dense) {
                   return fmt::format(".to_dense({})", is_cpp ? cpp_order(dense.order) : python_order(dense.order));
                 }},
      operation);
}

std::string head(LayoutCode language) {
  switch (language) {
    case LayoutCode::numpy:
      return "import numpy as np\n\n";
    case LayoutCode::cuda_core:
      return "from cuda.core._layout import (\n    _StridedLayout as StridedLayout)\n\n";
    case LayoutCode::cpp:
      break;
  }
  return "#include <texelscope/gpu/strided_layout.h>\n\nusing namespace texelscope::gpu;\nusing std::nullopt;\n\n";
}

std::string tail(LayoutCode language, const StridedLayout& result) {
  const char* const comment = language == LayoutCode::cpp ? "//" : "#";
  return fmt::format("\n{0} shape {1}\n{0} strides {2} in elements\n{0} slice offset {3}, itemsize {4}\n", comment,
                     to_string(result.shape()), to_string(result.strides()), result.slice_offset(), result.itemsize());
}

}  // namespace

std::string layout_code(LayoutCode language, const LayoutText& text, const ChainResult& chain) {
  if (!chain.input) {
    return "";
  }
  std::string code = head(language);
  switch (language) {
    case LayoutCode::numpy:
      code += numpy_array(*chain.input);
      break;
    case LayoutCode::cuda_core:
      code += cuda_core_input(text, *chain.input);
      break;
    case LayoutCode::cpp:
      code += "const StridedLayout layout =\n    " + cpp_input(text, *chain.input);
      break;
  }
  const StridedLayout* before = &*chain.input;
  for (const ChainStep& step : chain.steps) {
    if (!step.layout || !step.operation) {
      continue;
    }
    switch (language) {
      case LayoutCode::numpy:
        code += numpy_step(*step.operation, *before, *step.layout);
        break;
      case LayoutCode::cuda_core:
        code += fmt::format("layout = layout{}\n", method_call(*step.operation, false));
        break;
      case LayoutCode::cpp:
        code += "\n        " + method_call(*step.operation, true);
        break;
    }
    before = &*step.layout;
  }
  return code + (language == LayoutCode::cpp ? ";\n" : "") + tail(language, *before);
}

}  // namespace texelscope::app

#include "texelscope/gpu/layout_operation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace texelscope::gpu {
namespace {

template <class... Function>
struct Overloaded : Function... {
  using Function::operator()...;
};
template <class... Function>
Overloaded(Function...) -> Overloaded<Function...>;  // clang 16 does not deduce aggregates with bases

std::string flattened_text(const Flattened& flattened) {
  if (flattened.mask) {
    return fmt::format("flattened(mask={:#x})", *flattened.mask);
  }
  if (flattened == Flattened{}) {
    return "flattened()";
  }
  return fmt::format("flattened({}, {})", flattened.start_axis, flattened.end_axis);
}

std::string repacked_text(const Repacked& repacked) {
  std::string text = fmt::format("repacked({}", repacked.itemsize);
  if (repacked.data_ptr != 0) {
    text += fmt::format(", data_ptr={:#x}", repacked.data_ptr);
  }
  if (repacked.axis != -1) {
    text += fmt::format(", axis={}", repacked.axis);
  }
  return text + (repacked.keep_dim ? ")" : ", keep_dim=false)");
}

std::string sliced_text(const Sliced& sliced) {
  std::vector<std::string> texts;
  for (const AxisSlice& slice : sliced.slices) {
    texts.push_back(to_string(slice));
  }
  return fmt::format("sliced({})", fmt::join(texts, ", "));
}

std::string list_text(std::string_view name, const Dimensions& values) {
  return fmt::format("{}({})", name, fmt::join(values, ", "));
}

std::string to_dense_text(const ToDense& to_dense) {
  if (to_dense.order.kind() == StrideOrder::Kind::permutation) {
    return fmt::format("to_dense({})", to_string(to_dense.order));
  }
  return to_dense == ToDense{} ? "to_dense()" : fmt::format("to_dense({})", to_string(to_dense.order));
}

}  // namespace

StridedLayout apply(const StridedLayout& layout, const LayoutOperation& operation) {
  return std::visit(Overloaded{
                        [&](const Reshaped& o) { return layout.reshaped(o.shape); },
                        [&](const Permuted& o) { return layout.permuted(o.permutation); },
                        [&](const Flattened& o) {
                          return o.mask ? layout.flattened_by_mask(*o.mask)
                                        : layout.flattened(o.start_axis, o.end_axis);
                        },
                        [&](const Squeezed&) { return layout.squeezed(); },
                        [&](const Unsqueezed& o) { return layout.unsqueezed(o.axes); },
                        [&](const BroadcastTo& o) { return layout.broadcast_to(o.shape); },
                        [&](const Sliced& o) { return layout.sliced(o.slices); },
                        [&](const Repacked& o) { return layout.repacked(o.itemsize, o.data_ptr, o.axis, o.keep_dim); },
                        [&](const ToDense& o) { return layout.to_dense(o.order); },
                    },
                    operation);
}

std::string to_string(const LayoutOperation& operation) {
  return std::visit(Overloaded{
                        [](const Reshaped& o) { return list_text("reshaped", o.shape); },
                        [](const Permuted& o) { return list_text("permuted", o.permutation); },
                        [](const Flattened& o) { return flattened_text(o); },
                        [](const Squeezed&) { return std::string("squeezed()"); },
                        [](const Unsqueezed& o) { return list_text("unsqueezed", o.axes); },
                        [](const BroadcastTo& o) { return list_text("broadcast_to", o.shape); },
                        [](const Sliced& o) { return sliced_text(o); },
                        [](const Repacked& o) { return repacked_text(o); },
                        [](const ToDense& o) { return to_dense_text(o); },
                    },
                    operation);
}

}  // namespace texelscope::gpu

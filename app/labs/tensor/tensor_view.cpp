#include "app/labs/tensor/tensor_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/device/scoped_synchronize.h"
#include "app/text/number_format.h"
#include "app/text/value_text.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

using gpu::StridedMemoryView;

constexpr std::int64_t max_channels = 4;

void choose_axes(TensorView& view, std::span<const std::int64_t> shape, const gpu::ElementType& type) {
  const int rank = static_cast<int>(shape.size());
  view.rank = rank;
  view.index.assign(shape.size(), 0);
  const bool has_channels = rank >= 3 && (shape.back() == 3 || shape.back() == 4);
  view.channel_axis = has_channels ? rank - 1 : -1;
  const int shown = has_channels ? rank - 1 : rank;
  view.column_axis = shown - 1;
  view.row_axis = shown >= 2 ? shown - 2 : -1;
  if (has_channels && type.kind() == gpu::ElementKind::unsigned_integer && view.rule == RangeRule::slice) {
    view.rule = RangeRule::type;
  }
}

/// An existing axis that differs from the others; otherwise none.
void keep_legal(int& axis, int rank, std::initializer_list<int> others) {
  if (axis < -1 || axis >= rank || std::ranges::find(others, axis) != others.end()) {
    axis = -1;
  }
}

/// All indices of an axis; a single index for no axis, or for an axis that the tensor lacks.
AxisPart whole_axis(int axis, std::span<const std::int64_t> shape) {
  const bool is_there = axis >= 0 && axis < static_cast<int>(shape.size());
  return {0, is_there ? shape[static_cast<std::size_t>(axis)] : 1, 1};
}

std::int64_t number_in(const AxisPart& part, std::int64_t position) { return (position - part.first) / part.step; }

bool is_in(const AxisPart& part, std::int64_t position) {
  return position >= part.first && (position - part.first) % part.step == 0 && number_in(part, position) < part.count;
}

}  // namespace

std::vector<std::int64_t> values_shape(const StridedMemoryView& tensor) {
  const gpu::Dimensions& shape = tensor.layout().shape();
  std::vector<std::int64_t> extents(shape.begin(), shape.end());
  if (const std::int64_t values = values_per_element(tensor.type()); values > 1) {
    extents.push_back(values);
  }
  return extents;
}

bool can_be_channels(std::int64_t extent) { return extent >= 1 && extent <= max_channels; }

void settle(TensorView& view, const StridedMemoryView& tensor) {
  const std::vector<std::int64_t> shape = values_shape(tensor);
  const int rank = static_cast<int>(shape.size());
  if (view.rank != rank) {
    choose_axes(view, shape, tensor.type());
  }
  keep_legal(view.row_axis, rank, {});
  if (view.row_axis >= 0) {
    keep_legal(view.column_axis, rank, {view.row_axis});
    keep_legal(view.channel_axis, rank, {view.row_axis});
  }
  keep_legal(view.column_axis, rank, {});
  keep_legal(view.channel_axis, rank, {});
  if (view.channel_axis >= 0 &&
      (view.channel_axis == view.column_axis || !can_be_channels(shape[static_cast<std::size_t>(view.channel_axis)]))) {
    view.channel_axis = -1;
  }
  view.index.resize(shape.size());
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    view.index[axis] = std::clamp<std::int64_t>(view.index[axis], 0, std::max<std::int64_t>(shape[axis] - 1, 0));
  }
  view.percentile = std::clamp(view.percentile, 0.0, 50.0);
}

SlicePart whole_slice(const TensorView& view, const StridedMemoryView& tensor) {
  const std::vector<std::int64_t> shape = values_shape(tensor);
  return {whole_axis(view.row_axis, shape), whole_axis(view.column_axis, shape)};
}

StridedMemoryView elements_of(const StridedMemoryView& tensor, const TensorView& view, const SlicePart& part) {
  const gpu::StridedLayout& layout = tensor.layout();
  std::vector<gpu::AxisSlice> slices;
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    const int number = static_cast<int>(axis);
    if (number == view.channel_axis || layout.shape()[axis] == 0) {
      slices.push_back(gpu::AxisSlice::all());
    } else if (number == view.row_axis || number == view.column_axis) {
      const AxisPart& wanted = number == view.row_axis ? part.rows : part.columns;
      slices.emplace_back(wanted.first, wanted.first + (wanted.count - 1) * wanted.step + 1, wanted.step);
    } else {
      slices.emplace_back(view.index[axis], view.index[axis] + 1);
    }
  }
  return tensor.view(layout.sliced(slices));
}

bool is_reached_by(const StridedMemoryView& tensor, const gpu::Device& device) {
  return device.id().kind == gpu::DeviceKind::cpu ? tensor.is_host_accessible()
                                                  : tensor.is_device_accessible() && tensor.device_id() == device.id();
}

StridedMemoryView brought_to(const StridedMemoryView& tensor, const gpu::Stream& stream) {
  if (tensor.layout().is_empty() || is_reached_by(tensor, stream.device())) {
    return tensor;
  }
  const gpu::StridedLayout dense = tensor.layout().to_dense(gpu::StrideOrder::c());
  const gpu::Buffer buffer = stream.device().allocate(static_cast<std::size_t>(dense.required_size_in_bytes()), stream);
  const StridedMemoryView copy = StridedMemoryView::from_buffer(buffer, dense, tensor.type());
  return tensor.copy_to(copy, stream);
}

StridedMemoryView brought_to_host(const StridedMemoryView& tensor, const gpu::Stream& stream) {
  if (tensor.layout().is_empty() || tensor.is_host_accessible()) {
    return tensor;
  }
  const gpu::StridedLayout dense = tensor.layout().to_dense(gpu::StrideOrder::c());
  const auto memory =
      std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(dense.required_size_in_bytes()));
  StridedMemoryView copy = StridedMemoryView::from_host(std::span<std::byte>{*memory}, dense, tensor.type(), memory);
  const ScopedSynchronize work(stream);
  tensor.copy_to(copy, stream);
  stream.synchronize();
  return copy;
}

std::string slice_text(const TensorView& view) {
  std::string text;
  for (std::size_t axis = 0; axis < view.index.size(); ++axis) {
    const int number = static_cast<int>(axis);
    const bool is_shown = number == view.row_axis || number == view.column_axis || number == view.channel_axis;
    text += (text.empty() ? "" : ", ") + (is_shown ? std::string{":"} : fmt::format("{}", view.index[axis]));
  }
  return fmt::format("[{}]", text);
}

std::vector<std::int64_t> index_of(const TensorView& view, const SlicePosition& position) {
  std::vector<std::int64_t> index = view.index;
  for (const auto& [axis, at] : {std::pair{view.row_axis, position.row},
                                 {view.column_axis, position.column},
                                 {view.channel_axis, position.channel}}) {
    if (axis >= 0) {
      index[static_cast<std::size_t>(axis)] = at;
    }
  }
  return index;
}

TensorCells::TensorCells(const gpu::StridedMemoryView& tensor, const TensorView& view, const SlicePart& part,
                         const gpu::Stream& stream)
    : view_{view}, part_{part}, elements_{brought_to_host(elements_of(tensor, view, part), stream)} {}

bool TensorCells::has(const SlicePosition& position) const {
  return !elements_.layout().is_empty() && is_in(part_.rows, position.row) && is_in(part_.columns, position.column);
}

std::int64_t TensorCells::lane(const SlicePosition& position) const {
  const std::vector<std::int64_t> index = index_of(view_, position);
  return index.size() > elements_.layout().ndim() ? index.back() : 0;
}

std::span<const std::byte> TensorCells::bytes(const SlicePosition& position) const {
  const std::vector<std::int64_t> index = index_of(
      view_, {number_in(part_.rows, position.row), number_in(part_.columns, position.column), position.channel});
  gpu::Dimensions at = gpu::Dimensions::filled(elements_.layout().ndim(), 0);
  for (std::size_t axis = 0; axis < at.size(); ++axis) {
    // Along axes that are not displayed there is one element.
    at[axis] = elements_.layout().shape()[axis] == 1 ? 0 : index[axis];
  }
  return elements_.bytes_at(at);
}

double TensorCells::number(const SlicePosition& position) const {
  const NumberFormat format = number_format(elements_.type());
  const std::int64_t bit = lane(position) * format.value_bits();
  const auto* const element = reinterpret_cast<const std::uint8_t*>(bytes(position).data());
  return number_at(element + bit / 8, static_cast<std::int32_t>(bit % 8), format, view_.part);
}

std::string TensorCells::text(const SlicePosition& position) const {
  return value_text(bytes(position), elements_.type(), lane(position));
}

ValueFacts facts_of(const gpu::StridedMemoryView& tensor, const TensorView& view, const SlicePosition& position) {
  ValueFacts facts{.index = index_of(view, position)};
  const gpu::StridedLayout& layout = tensor.layout();
  facts.offset = layout(std::span{facts.index}.first(layout.ndim()));
  facts.offset_in_bytes = facts.offset * layout.itemsize();
  facts.address = tensor.pointer().value + static_cast<std::uint64_t>(facts.offset_in_bytes);
  return facts;
}

}  // namespace texelscope::app

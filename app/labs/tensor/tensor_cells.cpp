#include "app/labs/tensor/tensor_cells.h"

#include "app/text/number_format.h"
#include "app/text/value_text.h"

namespace texelscope::app {
namespace {

std::int64_t number_in(const AxisPart& part, std::int64_t position) { return (position - part.first) / part.step; }

bool is_in(const AxisPart& part, std::int64_t position) {
  return position >= part.first && (position - part.first) % part.step == 0 && number_in(part, position) < part.count;
}

}  // namespace

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

#include <array>

#include "tests/fuzz/fuzz_input.h"
#include "texelscope/gpu/array_interface.h"
#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"

namespace texelscope::tests {
namespace {

/// The number of values that an importer may read; the input determines the first of these.
constexpr std::size_t num_values = 64;

std::array<std::int64_t, num_values> take_values(FuzzInput& input) {
  std::array<std::int64_t, num_values> values{};
  const auto count = std::min<std::size_t>(take_value<std::uint8_t>(input), num_values);
  for (std::size_t index = 0; index < count; ++index) {
    // Mostly small values, so that layouts are accepted.
    const auto kind = take_value<std::uint8_t>(input);
    values[index] = kind < 192 ? kind % 8 : take_value<std::int64_t>(input);
  }
  return values;
}

void check(const gpu::StridedMemoryView& view) {
  require(view.layout().itemsize() == view.type().itemsize(), "the layout matches the type");
  require(view.layout().volume() >= 0, "a view has a volume");
}

}  // namespace

void fuzz_dlpack(FuzzInput input) {
  // An importer cannot check another library's pointers, so these pointers are valid.
  int deletions = 0;
  DLManagedTensorVersioned tensor{};
  tensor.version = {
      take_value<std::uint8_t>(input) < 200 ? gpu::dlpack::version.major : take_value<std::uint32_t>(input), 0};
  tensor.flags = take_value<std::uint8_t>(input);
  tensor.dl_tensor.data = reinterpret_cast<void*>(take_value<std::uint64_t>(input));
  tensor.dl_tensor.byte_offset = take_value<std::uint64_t>(input);
  tensor.dl_tensor.device = {take_value<std::int8_t>(input), take_value<std::int8_t>(input)};
  tensor.dl_tensor.ndim =
      take_value<std::uint8_t>(input) < 200 ? take_value<std::uint8_t>(input) % 9 : take_value<std::int32_t>(input);
  tensor.dl_tensor.dtype = {take_value<std::uint8_t>(input), take_value<std::uint8_t>(input),
                            take_value<std::uint16_t>(input)};
  const auto presence = take_value<std::uint8_t>(input);
  auto shape = take_values(input);
  auto strides = take_values(input);
  tensor.dl_tensor.shape = (presence & 1U) != 0 ? nullptr : shape.data();
  tensor.dl_tensor.strides = (presence & 2U) != 0 ? nullptr : strides.data();
  tensor.manager_ctx = &deletions;
  tensor.deleter = [](DLManagedTensorVersioned* self) { ++*static_cast<int*>(self->manager_ctx); };
  bool is_taken = false;
  accept<gpu::InvalidArgument, gpu::Unavailable>([&] {
    const gpu::StridedMemoryView view = gpu::from_dlpack(&tensor);
    is_taken = true;
    check(view);
  });
  require(deletions == (is_taken ? 1 : 0), "an accepted tensor is deleted once, a rejected tensor never");
}

void fuzz_array_interface(FuzzInput input) {
  gpu::ArrayInterface array;
  array.version = take_value<std::uint8_t>(input) % 5;
  array.address = take_value<std::uint64_t>(input);
  const auto presence = take_value<std::uint8_t>(input);
  array.is_read_only = (presence & 1U) != 0;
  if ((presence & 2U) != 0) {
    array.stream = take_value<std::uint8_t>(input);
  }
  const auto num_axes = take_value<std::uint8_t>(input) % (gpu::max_dimensions + 1);
  const auto shape = take_values(input);
  const auto strides = take_values(input);
  array.shape = gpu::Dimensions(std::span(shape).first(num_axes));
  if ((presence & 4U) != 0) {
    array.strides = gpu::Dimensions(std::span(strides).first((presence & 8U) != 0 ? num_axes : num_axes / 2));
  }
  array.typestr = text_of(input);
  const auto is_of_cuda = (presence & 16U) != 0;
  accept<gpu::InvalidArgument, gpu::Unavailable>(
      [&] { check(is_of_cuda ? gpu::from_cuda_array_interface(array, 0) : gpu::from_array_interface(array)); });
}

}  // namespace texelscope::tests

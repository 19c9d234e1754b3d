#include "texelscope/gpu/strided_memory_view.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::gpu {
namespace {

DevicePointer address_of(const void* memory) { return {reinterpret_cast<std::uintptr_t>(memory)}; }

/// The bytes of a layout below offset 0, and from it on.
struct Reach {
  std::uint64_t below = 0;
  std::uint64_t above = 0;
};

Reach reach_of(const StridedLayout& layout) {
  const OffsetBounds bounds = layout.offset_bounds();
  // A layout's byte offsets fit in 64 bits, including the offset just past the last element.
  const std::int64_t end = (bounds.max + 1) * layout.itemsize();
  const std::int64_t begin = bounds.min * layout.itemsize();
  return {begin < 0 ? ~static_cast<std::uint64_t>(begin) + 1 : 0, end > 0 ? static_cast<std::uint64_t>(end) : 0};
}

ForeignMemory memory_of(const Buffer& buffer, bool is_read_only) {
  ForeignMemory memory{.pointer = buffer.handle(),
                       .device_id = buffer.device().id(),
                       .is_host_accessible = buffer.is_host_accessible(),
                       .is_device_accessible = buffer.is_device_accessible(),
                       .is_managed = buffer.is_managed(),
                       .is_read_only = is_read_only};
  if (buffer.has_known_size()) {
    memory.size_bytes = buffer.size_bytes();
  }
  return memory;
}

/// The type of elements of which only the size is known.
ElementType bytes_of(const StridedLayout& layout) { return {ElementKind::opaque, 8, layout.itemsize()}; }

/// Throws an error that begins with the device of the memory.
template <class... Each>
[[noreturn]] void refuse(const ForeignMemory& memory, fmt::format_string<Each...> text, Each&&... arguments) {
  throw InvalidArgument(to_string(memory.device_id) + ": " + fmt::format(text, std::forward<Each>(arguments)...));
}

}  // namespace

StridedMemoryView::StridedMemoryView(ForeignMemory memory, std::optional<Buffer> buffer, const StridedLayout& layout,
                                     const ElementType& type, bool has_type)
    : memory_{std::move(memory)}, buffer_{std::move(buffer)}, layout_{layout}, type_{type}, has_type_{has_type} {
  check();
}

StridedMemoryView StridedMemoryView::from_buffer(const Buffer& buffer, const StridedLayout& layout,
                                                 const ElementType& type, bool is_read_only) {
  return {memory_of(buffer, is_read_only), buffer, layout, type};
}

StridedMemoryView StridedMemoryView::from_buffer(const Buffer& buffer, const StridedLayout& layout,
                                                 std::nullopt_t /*type*/, bool is_read_only) {
  return {memory_of(buffer, is_read_only), buffer, layout, bytes_of(layout), false};
}

StridedMemoryView StridedMemoryView::from_host(std::span<std::byte> memory, const StridedLayout& layout,
                                               const ElementType& type, std::shared_ptr<const void> owner) {
  return from_external({.pointer = address_of(memory.data()), .size_bytes = memory.size(), .owner = std::move(owner)},
                       layout, type);
}

StridedMemoryView StridedMemoryView::from_constant_host(std::span<const std::byte> memory, const StridedLayout& layout,
                                                        const ElementType& type, std::shared_ptr<const void> owner) {
  return from_external({.pointer = address_of(memory.data()),
                        .size_bytes = memory.size(),
                        .is_read_only = true,
                        .owner = std::move(owner)},
                       layout, type);
}

StridedMemoryView StridedMemoryView::from_npy(const std::filesystem::path& file) {
  const NpyArray array = read_npy(file);
  return from_host(array.bytes(), array.layout, array.type, array.data);
}

StridedMemoryView StridedMemoryView::from_external(ForeignMemory memory, const StridedLayout& layout,
                                                   const ElementType& type) {
  return {std::move(memory), std::nullopt, layout, type};
}

StridedMemoryView StridedMemoryView::from_external(ForeignMemory memory, const StridedLayout& layout) {
  return {std::move(memory), std::nullopt, layout, bytes_of(layout), false};
}

StridedMemoryView StridedMemoryView::from_elements(const void* elements, bool is_read_only, const StridedLayout& layout,
                                                   const ElementType& type, std::shared_ptr<const void> owner) {
  const Reach reach = reach_of(layout);
  return from_external({.pointer = address_of(elements),
                        .size_bytes = reach.above,
                        .size_below_bytes = reach.below,
                        .is_read_only = is_read_only,
                        .owner = std::move(owner)},
                       layout, type);
}

void StridedMemoryView::check() const {
  if (type_.itemsize() != layout_.itemsize()) {
    refuse(memory_, "{} has {} bytes, but the layout's itemsize is {}: they must be equal", to_string(type_),
           type_.itemsize(), layout_.itemsize());
  }
  if (layout_.is_empty()) {
    return;
  }
  const std::uint64_t address = memory_.pointer.value;
  const auto [below, above] = reach_of(layout_);
  if (address == 0) {
    refuse(memory_, "{} has elements, but the memory's address is 0: only an empty layout may have address 0",
           to_string(layout_));
  }
  if (below > address || above > std::numeric_limits<std::uint64_t>::max() - address) {
    refuse(memory_, "{} extends outside the address space from address {:#x}: correct its strides or offset",
           to_string(layout_), address);
  }
  if (memory_.size_bytes && above > *memory_.size_bytes) {
    refuse(memory_, "{} requires {} bytes, but the memory has {}: use more memory, or a smaller layout",
           to_string(layout_), above, *memory_.size_bytes);
  }
  if (memory_.size_bytes && below > memory_.size_below_bytes) {
    refuse(memory_, "{} requires {} bytes below its offset 0, but the memory has {} there: use a slice offset",
           to_string(layout_), below, memory_.size_below_bytes);
  }
}

DevicePointer StridedMemoryView::pointer() const { return buffer_ ? buffer_->handle() : memory_.pointer; }

StridedMemoryView StridedMemoryView::view(const StridedLayout& layout, const ElementType& type) const {
  return {memory_, buffer_, layout, type};
}

StridedMemoryView StridedMemoryView::view(const StridedLayout& layout) const {
  return {memory_, buffer_, layout, has_type_ ? type_ : bytes_of(layout), has_type_};
}

void StridedMemoryView::refuse_type(const ElementType& type) const {
  if (!has_type_) {
    refuse(memory_, "the elements have no type and were requested as {}: view() them as that type", to_string(type));
  }
  refuse(memory_, "the elements are {} and were requested as {}: use their type, or view() them as a different type",
         to_string(type_), to_string(type));
}

void StridedMemoryView::require_writable() const {
  if (memory_.is_read_only) {
    refuse(memory_, "{} is read-only: copy it to writable memory", to_string(layout_));
  }
}

std::byte* StridedMemoryView::host_pointer() const {
  if (!memory_.is_host_accessible) {
    refuse(memory_, "the host cannot access the memory of {}: copy it to host memory, or use Device::allocate_pinned",
           to_string(layout_));
  }
  return reinterpret_cast<std::byte*>(pointer().value);
}

std::span<const std::byte> StridedMemoryView::bytes_at(const Dimensions& index) const {
  std::byte* const memory = host_pointer();
  return {memory + layout_.offset_of(index) * layout_.itemsize(), static_cast<std::size_t>(layout_.itemsize())};
}

std::span<std::byte> StridedMemoryView::writable_bytes_at(const Dimensions& index) const {
  require_writable();
  std::byte* const memory = host_pointer();
  return {memory + layout_.offset_of(index) * layout_.itemsize(), static_cast<std::size_t>(layout_.itemsize())};
}

void* StridedMemoryView::first_element(std::size_t alignment, bool is_written) const {
  if (is_written) {
    require_writable();
  }
  std::byte* const memory = host_pointer();
  if (layout_.is_empty()) {
    return memory;
  }
  std::byte* const element = memory + layout_.slice_offset_in_bytes();
  if (reinterpret_cast<std::uintptr_t>(element) % alignment != 0) {
    refuse(memory_, "the elements of {} at {} are not aligned to {} bytes: read them with at(), or copy them",
           to_string(layout_), fmt::ptr(element), alignment);
  }
  return element;
}

void StridedMemoryView::to_npy(const std::filesystem::path& file) const {
  const std::byte* const memory = host_pointer();
  const std::int64_t lowest = layout_.min_offset();
  const auto size_bytes = static_cast<std::size_t>((layout_.max_offset() - lowest + 1) * layout_.itemsize());
  // A file counts from the lowest element, which is not below offset 0.
  const std::int64_t offset = layout_.is_empty() ? 0 : layout_.slice_offset() - lowest;
  write_npy(file, {memory + lowest * layout_.itemsize(), size_bytes},
            StridedLayout(layout_.shape(), layout_.strides(), layout_.itemsize(), StrideUnit::elements, offset), type_);
}

}  // namespace texelscope::gpu

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/mdspan_layout.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {

/// Memory allocated elsewhere, and its known properties.
struct ForeignMemory {
  /// Address of offset 0 of a layout.
  DevicePointer pointer{};
  /// Bytes after the pointer; nullopt if unknown, in which case layouts are not checked against it.
  std::optional<std::uint64_t> size_bytes{};
  /// Bytes before the pointer, for negative strides; relevant only if the size is known.
  std::uint64_t size_below_bytes = 0;
  DeviceId device_id{};            ///< The device of the memory.
  bool is_host_accessible = true;  ///< Whether the host can access it.
  /// Whether kernels on `device_id` can access the memory.
  bool is_device_accessible = true;
  bool is_managed = false;    ///< Whether it migrates between host and device.
  bool is_read_only = false;  ///< Whether writing is forbidden.
  /// Keeps the memory alive; if it is null, the caller must.
  std::shared_ptr<const void> owner{};
};

/// A type that provides its elements like std::mdspan.
template <class Span>
concept MdspanWithData = MdspanLike<Span> && requires(const Span& span) {
  { *span.data_handle() };
  requires Element<std::remove_cvref_t<decltype(*span.data_handle())>>;
};

/// A tensor in memory of any kind: its location, layout, element type, accessibility, and the owner that keeps it
/// alive. A value; copies view the same memory and share its owner. Elements are read and written immediately, not in
/// stream order: synchronize with other work on the memory.
class StridedMemoryView {
 public:
  /// Offset 0 of the layout is the buffer's first byte. Keeps the buffer alive. A buffer of unknown size is not
  /// checked, and may be addressed below its pointer.
  /// @throws InvalidArgument if the layout needs more bytes than the buffer has (with both sizes) or bytes before the
  /// buffer, or if the itemsizes of layout and type differ. @throws InvalidState for a closed or unmapped buffer.
  [[nodiscard]] static StridedMemoryView from_buffer(const Buffer& buffer, const StridedLayout& layout,
                                                     const ElementType& type, bool is_read_only = false);
  /// Overload without a known element type: has_type() is false.
  [[nodiscard]] static StridedMemoryView from_buffer(const Buffer& buffer, const StridedLayout& layout,
                                                     std::nullopt_t type = std::nullopt, bool is_read_only = false);
  /// Host memory, checked in the same way; constant memory results in a read-only view.
  [[nodiscard]] static StridedMemoryView from_host(std::span<std::byte> memory, const StridedLayout& layout,
                                                   const ElementType& type, std::shared_ptr<const void> owner = {});
  template <std::size_t Extent>
  [[nodiscard]] static StridedMemoryView from_host(std::span<const std::byte, Extent> memory,
                                                   const StridedLayout& layout, const ElementType& type,
                                                   const std::shared_ptr<const void>& owner = {}) {
    return from_constant_host(memory, layout, type, owner);
  }
  /// The array of a file, read into memory owned by the view. @throws InvalidArgument like read_npy().
  [[nodiscard]] static StridedMemoryView from_npy(const std::filesystem::path& file);
  /// Any memory; checked if its size is known.
  [[nodiscard]] static StridedMemoryView from_external(ForeignMemory memory, const StridedLayout& layout,
                                                       const ElementType& type);
  /// Overload without a known element type.
  [[nodiscard]] static StridedMemoryView from_external(ForeignMemory memory, const StridedLayout& layout);
  /// The elements of a std::mdspan in host memory, or of a similar type; pointers to constants result in a read-only
  /// view.
  template <MdspanWithData Span>
  [[nodiscard]] static StridedMemoryView from_mdspan(const Span& span, const std::shared_ptr<const void>& owner = {}) {
    using Value = std::remove_reference_t<decltype(*span.data_handle())>;
    constexpr ElementType type = element_type_of<std::remove_cv_t<Value>>;
    return from_elements(span.data_handle(), std::is_const_v<Value>, layout_of(span, type.itemsize()), type, owner);
  }

  /// Address of offset 0 of the layout. @throws InvalidState after the mapping that the buffer came from has ended.
  [[nodiscard]] DevicePointer pointer() const;
  [[nodiscard]] const StridedLayout& layout() const noexcept { return layout_; }  ///< Positions of the elements.
  /// Type of an element; opaque bytes if has_type() is false.
  [[nodiscard]] const ElementType& type() const noexcept { return type_; }
  /// False if the view was created without a type: elements can be copied and their bytes read, but not their values.
  [[nodiscard]] bool has_type() const noexcept { return has_type_; }
  /// The device that the memory belongs to; the CPU device for host memory.
  [[nodiscard]] DeviceId device_id() const noexcept { return memory_.device_id; }
  [[nodiscard]] bool is_host_accessible() const noexcept {
    return memory_.is_host_accessible;
  }  ///< Whether the host can access the memory.
  /// Whether kernels on device_id() can access the memory.
  [[nodiscard]] bool is_device_accessible() const noexcept { return memory_.is_device_accessible; }
  /// Whether the memory migrates between host and device.
  [[nodiscard]] bool is_managed() const noexcept { return memory_.is_managed; }
  [[nodiscard]] bool is_read_only() const noexcept { return memory_.is_read_only; }  ///< Whether writing is forbidden.
  /// Keeps the memory alive; null if the caller or a buffer does.
  [[nodiscard]] const std::shared_ptr<const void>& owner() const noexcept { return memory_.owner; }

  /// The same memory with a different layout and type, offset 0 at the same address: view(layout(), type) reinterprets
  /// the bits of the elements.
  /// @throws InvalidArgument if the layout exceeds the memory and its size is known.
  [[nodiscard]] StridedMemoryView view(const StridedLayout& layout, const ElementType& type) const;
  /// Overload that keeps the current type; if there is none, any itemsize is accepted.
  [[nodiscard]] StridedMemoryView view(const StridedLayout& layout) const;

  /// An element. @throws InvalidArgument if the type differs, the host cannot access the memory, or the index is out of
  /// range.
  template <Element T>
  [[nodiscard]] T at(const Dimensions& index) const {
    require_type(element_type_of<T>);
    const std::byte* const bytes = bytes_at(index).data();
    if constexpr (std::is_same_v<T, bool>) {
      return *bytes != std::byte{0};  // other libraries write values besides 0 and 1
    } else {
      T value;
      std::memcpy(&value, bytes, sizeof(T));
      return value;
    }
  }
  /// Replaces an element. @throws InvalidArgument, including if the view is read-only.
  template <Element T>
  void set(const Dimensions& index, const T& value) const {
    require_type(element_type_of<T>);
    std::memcpy(writable_bytes_at(index).data(), &value, sizeof(T));
  }
  /// The bytes of an element of any type. @throws InvalidArgument like at().
  [[nodiscard]] std::span<const std::byte> bytes_at(const Dimensions& index) const;
  [[nodiscard]] std::span<std::byte> writable_bytes_at(const Dimensions& index) const;

  /// A pointer to the element at index (0, 0, …), whose neighbors are layout().strides() apart: for a std::mdspan of
  /// extents and strides from to_array(). T is const for reading. @throws InvalidArgument if the type differs, the host
  /// cannot access the memory, it is not aligned for T, or it is read-only and T is not const.
  template <class T>
    requires Element<std::remove_cv_t<T>>
  [[nodiscard]] T* data() const {
    require_type(element_type_of<std::remove_cv_t<T>>);
    return reinterpret_cast<T*>(first_element(alignof(T), !std::is_const_v<T>));
  }

  /// Copies the elements of `source`, which has the same shape and type and any layout, into this view in stream order;
  /// both sides must stay valid until the copy completes. Elements without a type and opaque elements are bytes of any
  /// type; to copy bits as a different type, view() one side as the other's type. CopyRoute describes the routes. For
  /// memory that the device of `stream` cannot access, i.e., pageable host memory, the host participates, and the call
  /// returns when the host has read, or written, all of it. @throws InvalidArgument if the shapes or types differ, this
  /// view is read-only, its elements may overlap each other or the source's, or neither the device nor the host can
  /// access one of the sides.
  void copy_from(const StridedMemoryView& source, const Stream& stream) const;
  /// Copies the elements to `destination` and returns it.
  const StridedMemoryView& copy_to(const StridedMemoryView& destination, const Stream& stream) const;

  /// Writes the elements to a file, like write_npy(). @throws InvalidArgument if the host cannot access them.
  void to_npy(const std::filesystem::path& file) const;

 private:
  StridedMemoryView(ForeignMemory memory, std::optional<Buffer> buffer, const StridedLayout& layout,
                    const ElementType& type, bool has_type = true);
  [[nodiscard]] static StridedMemoryView from_constant_host(std::span<const std::byte> memory,
                                                            const StridedLayout& layout, const ElementType& type,
                                                            std::shared_ptr<const void> owner);
  [[nodiscard]] static StridedMemoryView from_elements(const void* elements, bool is_read_only,
                                                       const StridedLayout& layout, const ElementType& type,
                                                       std::shared_ptr<const void> owner);

  void check() const;
  void require_type(const ElementType& type) const {
    if (type != type_) [[unlikely]] {
      refuse_type(type);
    }
  }
  [[noreturn]] void refuse_type(const ElementType& type) const;
  void require_writable() const;
  [[nodiscard]] std::byte* host_pointer() const;
  [[nodiscard]] void* first_element(std::size_t alignment, bool is_written) const;

  ForeignMemory memory_;
  std::optional<Buffer> buffer_;
  StridedLayout layout_;
  ElementType type_;
  bool has_type_ = true;
};

}  // namespace texelscope::gpu

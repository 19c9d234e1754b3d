#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/strided_memory_view.h"
#include "texelscope/gpu/tensor_metadata.h"

namespace texelscope::python {

/// The memory of a Python view. Its address is known from the start; the layout and type of a tensor from another
/// library are read on first access. Must be used with the GIL.
class ViewedMemory {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): interfaces that read a tensor immediately return this.
  ViewedMemory(gpu::StridedMemoryView view) : state_{std::move(view)} {}
  /// An imported tensor. @throws the errors of TensorMetadata::memory().
  explicit ViewedMemory(gpu::ImportedTensor tensor)
      : state_{std::in_place_type<Unread>, tensor.metadata, tensor.metadata.memory(std::move(tensor.owner))} {}
  /// A tensor that its library may resize later: copies shape and strides. @throws the errors of
  /// TensorMetadata::memory(); InvalidArgument for more axes than a layout supports.
  [[nodiscard]] static ViewedMemory copied(const gpu::TensorMetadata& tensor);

  /// The memory with its layout and type. @throws BufferError for the errors of TensorMetadata::view(), on every
  /// access.
  [[nodiscard]] const gpu::StridedMemoryView& view() const {
    const auto* const read = std::get_if<gpu::StridedMemoryView>(&state_);
    return read != nullptr ? *read : this->read();
  }

  [[nodiscard]] gpu::DevicePointer pointer() const;
  [[nodiscard]] gpu::DeviceId device_id() const;
  [[nodiscard]] bool is_host_accessible() const;
  [[nodiscard]] bool is_device_accessible() const;
  [[nodiscard]] bool is_read_only() const;

 private:
  struct Unread {
    Unread(const gpu::TensorMetadata& tensor, gpu::ForeignMemory of) : metadata{tensor}, memory{std::move(of)} {}

    gpu::TensorMetadata metadata;
    gpu::ForeignMemory memory;
    /// Copies of the arrays that the metadata points to, if its library may change them.
    bool has_copies = false;
    gpu::Dimensions shape;
    gpu::Dimensions strides;
  };

  ViewedMemory(const gpu::TensorMetadata& tensor, gpu::ForeignMemory memory)
      : state_{std::in_place_type<Unread>, tensor, std::move(memory)} {}

  const gpu::StridedMemoryView& read() const;

  mutable std::variant<Unread, gpu::StridedMemoryView> state_;
};

}  // namespace texelscope::python

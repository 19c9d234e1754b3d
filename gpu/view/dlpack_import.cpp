#include <fmt/format.h>

#include <utility>

#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

[[noreturn]] void refuse_offset(const DLTensor& tensor) {
  throw InvalidArgument(
      fmt::format("DLPack tensor: its byte_offset {} from address {} is outside the address space: correct it",
                  tensor.byte_offset, fmt::ptr(tensor.data)));
}

/// Calls the deleter on destruction, once the tensor is consumed: rejected tensors are not.
template <class Managed>
class Taken {
 public:
  explicit Taken(Managed* managed) : managed_{managed} {}
  ~Taken() {
    if (is_taken_ && managed_->deleter != nullptr) {
      managed_->deleter(managed_);
    }
  }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;
  void take() noexcept { is_taken_ = true; }

 private:
  Managed* managed_;
  bool is_taken_ = false;
};

void require(const void* tensor) {
  if (tensor == nullptr) {
    throw InvalidArgument("DLPack tensor: the pointer is null: the tensor was already consumed, or never created");
  }
}

/// The tensor, and the owner that calls its deleter once it is consumed.
template <class Managed>
struct Import {
  std::shared_ptr<Taken<Managed>> taken;
  TensorMetadata metadata;
};

/// @throws InvalidArgument, Unavailable.
Import<DLManagedTensor> read(DLManagedTensor* tensor) {
  require(tensor);
  return {std::make_shared<Taken<DLManagedTensor>>(tensor), metadata_of(tensor->dl_tensor)};
}

Import<DLManagedTensorVersioned> read(DLManagedTensorVersioned* tensor) {
  require(tensor);
  if (tensor->version.major != dlpack::version.major) {
    throw Unavailable(
        fmt::format("DLPack tensor: it has version {}.{}, but only version {} is supported: request it from its "
                    "library (max_version)",
                    tensor->version.major, tensor->version.minor, dlpack::version.major));
  }
  TensorMetadata metadata = metadata_of(tensor->dl_tensor);
  metadata.is_read_only = (tensor->flags & dlpack::is_read_only) != 0;
  metadata.are_elements_padded = (tensor->flags & dlpack::is_padded) != 0;
  return {std::make_shared<Taken<DLManagedTensorVersioned>>(tensor), metadata};
}

/// Validated before it is consumed.
template <class Managed>
StridedMemoryView view_of(Managed* tensor) {
  const auto [taken, metadata] = read(tensor);
  StridedMemoryView view = metadata.view(taken);
  taken->take();
  return view;
}

template <class Managed>
ImportedTensor imported(Managed* tensor) {
  auto [taken, metadata] = read(tensor);
  taken->take();
  return {metadata, std::move(taken)};
}

}  // namespace

TensorMetadata metadata_of(const DLTensor& tensor) {
  std::uint64_t address = reinterpret_cast<std::uintptr_t>(tensor.data);
  if (__builtin_add_overflow(address, tensor.byte_offset, &address)) [[unlikely]] {
    refuse_offset(tensor);
  }
  return {.pointer = {address},
          .device = {tensor.device.device_type, tensor.device.device_id},
          .type = {tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes},
          .ndim = tensor.ndim,
          .shape = tensor.shape,
          .strides = tensor.strides};
}

StridedMemoryView from_dlpack(DLManagedTensor* tensor) { return view_of(tensor); }

StridedMemoryView from_dlpack(DLManagedTensorVersioned* tensor) { return view_of(tensor); }

ImportedTensor import_dlpack(DLManagedTensor* tensor) { return imported(tensor); }

ImportedTensor import_dlpack(DLManagedTensorVersioned* tensor) { return imported(tensor); }

StridedMemoryView from_dlpack(const DLTensor& tensor, std::shared_ptr<const void> owner, bool is_read_only) {
  TensorMetadata metadata = metadata_of(tensor);
  metadata.is_read_only = is_read_only;
  return metadata.view(std::move(owner));
}

}  // namespace texelscope::gpu

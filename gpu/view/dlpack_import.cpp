#include <fmt/format.h>

#include <limits>
#include <utility>

#include "gpu/view/dlpack_types.h"
#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

ForeignMemory memory_of(const DLTensor& tensor) {
  const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(tensor.data));
  if (tensor.byte_offset > std::numeric_limits<std::uint64_t>::max() - address) {
    throw InvalidArgument(
        fmt::format("DLPack tensor: {} bytes from address {:#x} on is no address: its byte_offset is "
                    "wrong",
                    tensor.byte_offset, address));
  }
  ForeignMemory memory{.pointer = {address + tensor.byte_offset}};
  switch (tensor.device.device_type) {
    case dlpack::cpu:
      return memory;
    case dlpack::cuda:
    case dlpack::cuda_host:
    case dlpack::cuda_managed:
      if (tensor.device.device_id < 0) {
        throw InvalidArgument(fmt::format("DLPack tensor: CUDA has no device {}", tensor.device.device_id));
      }
      memory.device_id = {DeviceKind::cuda, tensor.device.device_id};
      memory.is_host_accessible = tensor.device.device_type != dlpack::cuda;
      return memory;
    default:
      throw Unavailable(
          fmt::format("DLPack tensor: it lies on a device of type {}: copy it to the host or a CUDA "
                      "device first",
                      tensor.device.device_type));
  }
}

StridedLayout layout_of(const DLTensor& tensor, std::int64_t itemsize) {
  if (tensor.ndim < 0 || static_cast<std::size_t>(tensor.ndim) > max_dimensions) {
    throw InvalidArgument(fmt::format("DLPack tensor: it has {} axes: take 0 to {}", tensor.ndim, max_dimensions));
  }
  const auto ndim = static_cast<std::size_t>(tensor.ndim);
  if (ndim > 0 && tensor.shape == nullptr) {
    throw InvalidArgument(fmt::format("DLPack tensor: it has {} axes and no shape", ndim));
  }
  const Dimensions shape{std::span<const std::int64_t>{tensor.shape, ndim}};
  try {
    return tensor.strides == nullptr
               ? StridedLayout(shape, itemsize)
               : StridedLayout(shape, Dimensions{std::span<const std::int64_t>{tensor.strides, ndim}}, itemsize);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("DLPack tensor: {}", error.what()));
  }
}

StridedMemoryView view_of(const DLTensor& tensor, bool is_read_only, bool is_padded,
                          std::shared_ptr<const void> owner) {
  const ElementType type = dlpack::element_type(tensor.dtype, is_padded);
  ForeignMemory memory = memory_of(tensor);
  memory.is_read_only = is_read_only;
  memory.owner = std::move(owner);
  return StridedMemoryView::from_external(std::move(memory), layout_of(tensor, type.itemsize()), type);
}

/// Calls the deleter at its end, once it is taken over: what is refused is not.
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

template <class Managed>
StridedMemoryView take(Managed* managed, bool is_read_only, bool is_padded) {
  const auto taken = std::make_shared<Taken<Managed>>(managed);
  StridedMemoryView view = view_of(managed->dl_tensor, is_read_only, is_padded, taken);
  taken->take();
  return view;
}

void require(const void* tensor) {
  if (tensor == nullptr) {
    throw InvalidArgument("DLPack tensor: the pointer is null: it was taken over already, or never made");
  }
}

}  // namespace

StridedMemoryView from_dlpack(DLManagedTensor* tensor) {
  require(tensor);
  return take(tensor, false, false);
}

StridedMemoryView from_dlpack(DLManagedTensorVersioned* tensor) {
  require(tensor);
  if (tensor->version.major != dlpack::version.major) {
    throw Unavailable(
        fmt::format("DLPack tensor: it is of version {}.{}, and version {} is known here: ask its "
                    "library for that (max_version)",
                    tensor->version.major, tensor->version.minor, dlpack::version.major));
  }
  return take(tensor, (tensor->flags & dlpack::is_read_only) != 0, (tensor->flags & dlpack::is_padded) != 0);
}

StridedMemoryView from_dlpack(const DLTensor& tensor, std::shared_ptr<const void> owner, bool is_read_only) {
  return view_of(tensor, is_read_only, false, std::move(owner));
}

}  // namespace texelscope::gpu

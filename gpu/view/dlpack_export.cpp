#include <cstdint>
#include <memory>

#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

/// The state owned by an exported tensor.
template <class Managed>
struct Exported {
  explicit Exported(const StridedMemoryView& exported) : view{exported} {
    managed.dl_tensor = borrow_as_dlpack(view);
    managed.manager_ctx = this;
    managed.deleter = [](Managed* one) { delete static_cast<Exported*>(one->manager_ctx); };
  }

  StridedMemoryView view;
  Managed managed{};
};

}  // namespace

DLPackDevice dlpack_device(const StridedMemoryView& view) {
  if (view.device_id().kind == DeviceKind::cpu) {
    return {dlpack::cpu, 0};
  }
  return {view.is_managed()           ? dlpack::cuda_managed
          : view.is_host_accessible() ? dlpack::cuda_host
                                      : dlpack::cuda,
          view.device_id().ordinal};
}

DLTensor borrow_as_dlpack(const StridedMemoryView& view) {
  const DLPackDevice device = dlpack_device(view);
  const DLPackType type = dlpack_type(view.type());
  const StridedLayout& layout = view.layout();
  const std::uint64_t first = view.pointer().value + static_cast<std::uint64_t>(layout.slice_offset_in_bytes());
  return {.data = layout.is_empty() ? nullptr : reinterpret_cast<void*>(first),
          .device = {device.type, device.id},
          .ndim = static_cast<std::int32_t>(layout.ndim()),
          .dtype = {type.code, type.bits, type.lanes},
          // Consumers only read them.
          .shape = const_cast<std::int64_t*>(layout.shape().begin()),
          .strides = const_cast<std::int64_t*>(layout.strides().begin()),
          .byte_offset = 0};
}

DLManagedTensor* to_dlpack(const StridedMemoryView& view) {
  if (view.is_read_only()) {
    throw InvalidArgument(
        "an unversioned DLPack tensor cannot be marked read-only: use to_dlpack_versioned, or copy the view");
  }
  return &std::make_unique<Exported<DLManagedTensor>>(view).release()->managed;
}

DLManagedTensorVersioned* to_dlpack_versioned(const StridedMemoryView& view) {
  auto exported = std::make_unique<Exported<DLManagedTensorVersioned>>(view);
  exported->managed.version = dlpack::version;
  exported->managed.flags = view.is_read_only() ? dlpack::is_read_only : 0;
  return &exported.release()->managed;
}

}  // namespace texelscope::gpu

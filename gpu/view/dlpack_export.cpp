#include <fmt/format.h>

#include <memory>
#include <vector>

#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

/// The state owned by an exported tensor: the memory and its extents.
template <class Managed>
struct Exported {
  explicit Exported(const StridedMemoryView& exported)
      : view{exported},
        shape{view.layout().shape().begin(), view.layout().shape().end()},
        strides{view.layout().strides().begin(), view.layout().strides().end()} {
    const DLPackDevice device = dlpack_device(view);
    const DLPackType type = dlpack_type(view.type());
    const auto begin = view.pointer().value + static_cast<std::uint64_t>(view.layout().slice_offset_in_bytes());
    managed.dl_tensor = {.data = reinterpret_cast<void*>(begin),
                         .device = {device.type, device.id},
                         .ndim = static_cast<std::int32_t>(shape.size()),
                         .dtype = {type.code, type.bits, type.lanes},
                         .shape = shape.data(),
                         .strides = strides.data(),
                         .byte_offset = 0};
    managed.manager_ctx = this;
    managed.deleter = [](Managed* one) { delete static_cast<Exported*>(one->manager_ctx); };
  }

  StridedMemoryView view;
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
  Managed managed{};
};

}  // namespace

DLPackDevice dlpack_device(const StridedMemoryView& view) {
  if (view.device_id().kind == DeviceKind::cpu) {
    return {dlpack::cpu, 0};
  }
  return {view.is_host_accessible() ? dlpack::cuda_host : dlpack::cuda, view.device_id().ordinal};
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

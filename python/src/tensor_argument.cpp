#include "python/src/tensor_argument.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/images/image_file.h"
#include "app/labs/tensor/tensor_view.h"
#include "python/src/arguments.h"
#include "python/src/device_work.h"
#include "python/src/interfaces.h"
#include "python/src/interpreter_lock.h"
#include "python/src/torch_bridge.h"
#include "python/src/view_object.h"

namespace py = pybind11;

namespace texelscope::python {

py::object to_view(const py::object& object) {
  constexpr int legacy_default_stream = 1;
  // A PyTorch tensor may be resized while a window displays it; DLPack keeps the memory alive, rather than only the
  // object.
  const py::int_ stream(legacy_default_stream);
  return is_view(object) ? object
         : is_of_torch(object.ptr())
             ? make_view(shared([&] { return view_by_dlpack(object, to_stream(stream)); }), object)
             : view_of(object, stream);
}

gpu::StridedMemoryView to_tensor(const py::object& object) {
  const py::object view = to_view(object);
  gpu::StridedMemoryView memory = owned_memory(view_from(view));
  if (memory.device_id().kind == gpu::DeviceKind::cuda) {
    const gpu::Device& device = cuda_device(memory.device_id().ordinal);
    const ScopedUnlock released;
    device.default_stream().synchronize();
  }
  return memory;
}

gpu::StridedMemoryView on_host(const gpu::StridedMemoryView& tensor) {
  if (tensor.is_host_accessible()) {
    return tensor;
  }
  return app::brought_to_host(tensor, gpu::Device::open(tensor.device_id()).create_stream());
}

gpu::StridedMemoryView tensor_of(app::Image image) {
  const gpu::Dimensions shape = image.channels == 1 ? gpu::Dimensions{image.height, image.width}
                                                    : gpu::Dimensions{image.height, image.width, image.channels};
  const gpu::ElementType type(image.type);
  const auto pixels = std::make_shared<std::vector<std::byte>>(std::move(image.pixels));
  return gpu::StridedMemoryView::from_host(std::span(*pixels), gpu::StridedLayout(shape, type.itemsize()), type,
                                           pixels);
}

py::array to_numpy(const gpu::StridedMemoryView& tensor) {
  const gpu::StridedLayout& layout = tensor.layout();
  const gpu::Dimensions strides = layout.strides_in_bytes();
  const auto first = tensor.pointer().value + static_cast<std::uint64_t>(layout.slice_offset_in_bytes());
  const py::capsule owner(new gpu::StridedMemoryView(tensor),
                          [](void* kept) { delete static_cast<gpu::StridedMemoryView*>(kept); });
  py::array array(
      py::dtype(dtype_of(tensor.type())), std::vector<py::ssize_t>(layout.shape().begin(), layout.shape().end()),
      std::vector<py::ssize_t>(strides.begin(), strides.end()), reinterpret_cast<const void*>(first), owner);
  if (tensor.is_read_only()) {
    array.attr("flags").attr("writeable") = false;
  }
  return array;
}

py::object to_array(const py::object& object) {
  const std::optional<std::filesystem::path> path = to_path(object);
  std::optional<gpu::StridedMemoryView> tensor = path ? std::nullopt : std::optional(to_tensor(object));
  run_unlocked([&] {
    tensor = !path                         ? on_host(*tensor)
             : path->extension() == ".npy" ? gpu::StridedMemoryView::from_npy(*path)
                                           : tensor_of(app::load_image(*path));
  });
  return to_numpy(*tensor);
}

}  // namespace texelscope::python

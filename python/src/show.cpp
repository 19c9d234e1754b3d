#include <pybind11/stl/filesystem.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/gui/explore.h"
#include "app/images/image_file.h"
#include "app/labs/tensor/tensor_picture.h"
#include "python/src/arguments.h"
#include "python/src/device_work.h"
#include "python/src/interpreter_lock.h"
#include "python/src/tensor_argument.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// A request to a window on another thread to close.
struct CloseRequest {
  std::atomic<bool> is_made = false;
};

app::RendererKind to_renderer(const std::string& name) {
  if (name != "gl" && name != "vulkan") {
    throw py::value_error("unknown renderer '" + name + "'; use gl or vulkan");
  }
  return name == "gl" ? app::RendererKind::gl : app::RendererKind::vulkan;
}

/// The requested device, or the tensor's own.
gpu::DeviceId device_for(py::handle device, const gpu::StridedMemoryView& tensor) {
  return to_device_id(device).value_or(tensor.device_id());
}

/// Runs the window on this thread. `opened` is called when it is open; if it is None, signals of this thread end the
/// window.
void explore(const std::vector<std::pair<std::string, py::object>>& tensors, const py::dict& view,
             const std::shared_ptr<CloseRequest>& request, const py::object& opened, py::handle device,
             const std::string& renderer, py::handle size) {
  app::ExploreOptions options;
  for (const auto& [name, tensor] : tensors) {
    options.tensors.push_back({name, to_tensor(tensor)});
  }
  options.tensor_view = to_tensor_view(view, options.tensors.front().view);
  options.device = device_for(device, options.tensors.front().view);
  options.renderer = to_renderer(renderer);
  std::tie(options.width, options.height) = to_size(size);
  bool has_told = opened.is_none();
  options.wants_to_quit = [&] {
    if (opened.is_none()) {
      check_signals();
    } else if (!has_told) {
      run_locked([&] { opened(); });
      has_told = true;
    }
    return request->is_made.load();
  };
  run_unlocked([&] { static_cast<void>(app::explore(options)); });
}

/// The PNG file of the first view in a window, and its description: "float32 (3, 4, 5) [0, :, :]".
py::tuple tensor_picture(const py::object& object, const py::dict& options, py::handle device) {
  const gpu::StridedMemoryView tensor = to_tensor(object);
  const app::TensorView view = to_tensor_view(options, tensor);
  std::vector<std::byte> png;
  run_on_device(device_for(device, tensor),
                [&](const gpu::Device& opened) { png = app::encode_png(app::tensor_picture(tensor, view, opened)); });
  return py::make_tuple(
      to_bytes(png), to_string(tensor.type()) + " " + to_string(tensor.layout().shape()) + " " + app::slice_text(view));
}

}  // namespace

void bind_show(py::module_& module) {
  py::class_<CloseRequest, std::shared_ptr<CloseRequest>>(module, "_CloseRequest")
      .def(py::init())
      .def("set", [](CloseRequest& self) { self.is_made = true; });
  module.def("_explore", &explore, py::arg("tensors"), py::arg("view"), py::arg("request"), py::arg("opened"),
             py::arg("device"), py::arg("renderer"), py::arg("size"));
  module.def("_tensor_picture", &tensor_picture, py::arg("tensor"), py::arg("view"), py::arg("device"));
}

}  // namespace texelscope::python

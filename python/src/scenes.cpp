#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "app/images/image_convert.h"
#include "app/interop/array_runner.h"
#include "app/interop/frame_runner.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/scene/scene_input.h"
#include "app/scenes/registry.h"
#include "python/src/arguments.h"
#include "python/src/device_work.h"
#include "python/src/interpreter_lock.h"
#include "python/src/tensor_argument.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// The frames to render, in the format of ArrayRunner.
struct Job {
  const app::SceneDeclaration& scene;
  app::ParameterValues values;
  std::vector<std::uint64_t> frames;
  int width;
  int height;
  std::shared_ptr<const app::Image> image;
};

std::uint64_t to_frame(py::handle object) {
  constexpr std::int64_t max_frames = 1'000'000;
  const std::int64_t frame = to_int64(object, "a frame");
  if (frame < 0 || frame > max_frames) {
    throw py::value_error("invalid frame " + std::to_string(frame) + "; use a number from 0 to 1000000");
  }
  return static_cast<std::uint64_t>(frame);
}

std::vector<std::uint64_t> to_frames(py::handle frame, py::handle frames, const app::SceneDeclaration& scene) {
  if (frames.is_none()) {
    return {frame.is_none() ? scene.default_frame : to_frame(frame)};
  }
  if (!frame.is_none()) {
    throw py::type_error("frame and frames are mutually exclusive; omit one");
  }
  std::vector<std::uint64_t> numbers;
  for (const py::handle number : py::iter(frames)) {
    numbers.push_back(to_frame(number));
  }
  return numbers;
}

std::shared_ptr<const app::Image> to_input(const app::SceneDeclaration& scene, const py::object& input) {
  if (input.is_none()) {
    return nullptr;
  }
  const std::optional<std::filesystem::path> path = to_path(input);
  const std::optional<gpu::StridedMemoryView> tensor = path ? std::nullopt : std::optional(to_tensor(input));
  std::shared_ptr<const app::Image> image;
  run_unlocked([&] {
    image = app::require_input(scene, path ? path->string() : "the array", [&] {
      return path ? app::load_scene_input(*path) : app::scene_input_of(on_host(*tensor));
    });
  });
  return image;
}

/// Calls `take` for each frame.
void render_frames(const gpu::Device& device, const Job& job, const std::function<void(const app::Image&)>& take) {
  app::ArrayRunner runner(device, job.scene, job.width, job.height, job.image);
  if (!runner.needs_renderer(job.values)) {
    for (const std::uint64_t frame : job.frames) {
      take(runner.frame(frame, job.values, check_signals));
    }
    return;
  }
  const app::DeviceOffscreenGL offscreen = app::open_offscreen_gl(device, [](std::string_view) {});
  app::FrameRunner drawn(app::share_gl_images(offscreen.gl));
  drawn.start(job.scene, job.width, job.height, job.image);
  for (const std::uint64_t frame : job.frames) {
    check_signals();
    drawn.run_to(frame, job.values, {});
    take(app::with_8_bits(drawn.read_frame()));
  }
}

py::array render(const std::string& scene, py::handle frame, py::handle frames, py::handle size, py::handle device,
                 const py::object& input, const py::kwargs& parameters) {
  const app::SceneDeclaration& declaration = app::require_scene(scene);
  const auto [width, height] = to_size(size);
  Job job{declaration,
          app::ParameterValues(declaration.parameters()),
          to_frames(frame, frames, declaration),
          width,
          height,
          to_input(declaration, input)};
  for (const auto& [name, value] : parameters) {
    job.values.set_from_text(name.cast<std::string>(), option_text(value, name.cast<std::string>()));
  }
  const std::size_t frame_bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
  const auto pixels = std::make_shared<std::vector<std::byte>>(job.frames.size() * frame_bytes);
  run_on_device(to_device_id(device), [&](const gpu::Device& opened) {
    std::byte* to = pixels->data();
    render_frames(opened, job, [&](const app::Image& image) {
      std::memcpy(to, image.pixels.data(), frame_bytes);
      to += frame_bytes;
    });
  });
  const gpu::Dimensions shape = frames.is_none()
                                    ? gpu::Dimensions{height, width, 4}
                                    : gpu::Dimensions{static_cast<std::int64_t>(job.frames.size()), height, width, 4};
  return to_numpy(gpu::StridedMemoryView::from_host(std::span(*pixels), gpu::StridedLayout(shape, 1),
                                                    gpu::element_type_of<std::uint8_t>, pixels));
}

py::dict scene_dict() {
  const py::dict all = py::module_::import("json").attr("loads")(app::scenes_json());
  py::dict scenes;
  for (const py::handle scene : py::list(all["scenes"])) {
    scenes[scene["name"]] = scene;
  }
  return scenes;
}

constexpr const char* render_doc =
    "render(scene, frame=None, *, frames=None, size=(1280, 720), device=None, input=None, **parameters)\n"
    "\n"
    "Renders a frame of a scene: uint8 of shape (height, width, 4), the pixels that `texelscope render` writes.\n"
    "frame: the frame number (default: the scene's most representative frame). frames: a sequence of numbers, such "
    "as\n"
    "range(0, 120), for an array of shape (n, height, width, 4). input: an image or volume, as an array or a path, "
    "for\n"
    "scenes that accept one. The parameters are the scene's own, as listed by scenes(). device: 'cpu', 'cuda:0', or "
    "None for\n"
    "CUDA if it works.";

constexpr const char* scenes_doc =
    "scenes()\n\nReturns the scenes by name: title, what each teaches, and its parameters with their kinds, ranges "
    "and defaults.";

}  // namespace

void bind_scenes(py::module_& module) {
  py::options signatures;
  signatures.disable_function_signatures();
  module.def("render", &render, py::arg("scene"), py::arg("frame") = py::none(), py::kw_only(),
             py::arg("frames") = py::none(), py::arg("size") = py::make_tuple(1280, 720),
             py::arg("device") = py::none(), py::arg("input") = py::none(), render_doc);
  module.def("scenes", &scene_dict, scenes_doc);
}

}  // namespace texelscope::python

#include "app/cli/doctor/doctor_checks.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <utility>

#include "app/device/device_choice.h"
#include "app/device/graphics_placement.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/round_trip.h"
#include "app/interop/shared/shared_gl_image.h"
#include "render/gl/egl_context.h"
#include "render/gl/window.h"
#include "texelscope/gpu/copy_plan.h"

namespace texelscope::app {
namespace {

struct CloseLibrary {
  void operator()(void* library) const { ::dlclose(library); }
};

void check_devices(Check& check) {
  bool has_cuda = false;
  for (const gpu::DeviceReport& report : gpu::find_devices()) {
    check.text += check.text.empty() ? "" : "; ";
    check.text +=
        fmt::format("{} {}", to_string(report.id), report.properties ? report.properties->name : report.reason);
    has_cuda |= report.id.kind == gpu::DeviceKind::cuda && report.properties;
  }
  if (!has_cuda) {
    check.result = CheckResult::warn;
    check.advice = "everything runs on the CPU device, more slowly; to use a GPU, fix the problem listed for cuda:0";
  }
}

void check_compute(Check& check, const gpu::Device& device) {
  const std::uint64_t differences = count_compute_differences(device.create_stream());
  if (differences != 0) {
    fail(check, fmt::format("{} texels differ after the round trip", differences),
         "update the driver; if that does not help, report the problem with the output of texelscope devices");
  } else {
    check.text = "upload, texture, kernel, surface and copy back preserve all texels";
  }
}

std::string code_text(const gpu::KernelAttributes& kernel) {
  return kernel.ptx_version == kernel.binary_version
             ? fmt::format("machine code of sm_{}", kernel.binary_version)
             : fmt::format("PTX of compute_{}, which the driver compiles", kernel.ptx_version);
}

/// Which of the stored codes the GPU runs. Copies load asynchronously from compute capability 8.0.
void check_kernels(Check& check, const gpu::Device& device) {
  if (device.id().kind == gpu::DeviceKind::cpu) {
    check.text = "not needed: the CPU device runs functions of this program";
    return;
  }
  const gpu::KernelAttributes copies = gpu::copy_kernel_attributes(device);
  const std::string text =
      fmt::format("copies run {}; others {}", code_text(copies), code_text(pattern_kernel_attributes(device)));
  if (copies.ptx_version < 80 && device.properties().compute_major >= 8) {
    warn(check, text,
         "copies reach 0.6 to 0.9 of their speed: install a package, or build on this machine or with -D "
         "TEXELSCOPE_ALL_GPUS=ON");
  } else {
    check.text = text;
  }
}

void check_egl(Check& check) {
  std::string reason;
  const std::vector<render::gl::EglDevice> devices = render::gl::find_egl_devices(reason);
  for (const render::gl::EglDevice& device : devices) {
    check.text += fmt::format("{}{}{}", check.text.empty() ? "" : "; ", device.description,
                              device.cuda_ordinal ? fmt::format(" (cuda:{})", *device.cuda_ordinal) : "");
  }
  if (devices.empty()) {
    warn(check, fmt::format("EGL lists no devices: {}", reason),
         "install libegl1 and a driver, such as libgl1-mesa-dri");
  }
}

void check_gl(Check& check, const render::gl::EglContext& egl) {
  const render::gl::ContextInfo& info = egl.info();
  check.text = fmt::format("OpenGL {}, {}, {}", info.version, info.vendor, info.renderer);
}

GraphicsPlacement placement_of(GraphicsApi api, const render::gl::ContextInfo& info, const gpu::Device& device) {
  return {.api = api,
          .vendor = info.vendor,
          .renderer = info.renderer,
          .is_software = info.is_software,
          .uuid = info.uuid,
          .device_name = device.properties().name,
          .device_uuid = device.properties().uuid};
}

/// Returns whether the device and the context are on one GPU. If not, warns with the fix and the render nodes of this
/// machine.
bool check_placement(Check& check, const GraphicsPlacement& placement) {
  const GraphicsMachine machine = find_graphics_machine();
  const std::optional<PlacementCure> cure = find_placement_cure(placement, machine);
  if (cure) {
    warn(check,
         fmt::format(
             "{} (render nodes: {})", cure->reason,
             machine.render_drivers.empty() ? "none" : fmt::format("{}", fmt::join(machine.render_drivers, ", "))),
         cure->advice);
  }
  return !cure;
}

void check_same_gpu(Check& check, const gpu::Device& device, const render::gl::EglContext& egl) {
  if (device.id().kind == gpu::DeviceKind::cpu) {
    check.text = "not needed: the CPU device shares pixels through the host, with any OpenGL";
    return;
  }
  const render::gl::ContextInfo& info = egl.info();
  if (egl.device().cuda_ordinal && *egl.device().cuda_ordinal != device.id().ordinal) {
    warn(check,
         fmt::format("OpenGL runs on cuda:{}, kernels on {}", *egl.device().cuda_ordinal, to_string(device.id())),
         fmt::format("use --device cuda:{}", *egl.device().cuda_ordinal));
  } else if (check_placement(check, placement_of(GraphicsApi::egl, info, device))) {
    check.text = fmt::format("OpenGL runs on {}: the {} matches", to_string(device.id()),
                             info.uuid                   ? "device UUID"
                             : egl.device().cuda_ordinal ? "CUDA ordinal of the EGL device"
                                                         : "vendor");
  }
}

/// OpenGL must read exactly what a kernel wrote to a mapped texture.
void check_sharing(Check& check, const gpu::GLContext& context) {
  const std::uint64_t differences = count_sharing_differences(*share_gl_images(context));
  const bool is_direct = context.path() == gpu::InteropPath::direct;
  if (differences != 0) {
    fail(check, fmt::format("OpenGL read {} wrong pixels from a kernel's image", differences),
         "update the driver, or use --device cpu");
  } else if (is_direct || context.device().id().kind == gpu::DeviceKind::cpu) {
    check.text = is_direct ? "register, map, write and read work; direct, without a copy"
                           : "register, map, write and read work; through the host, as always on the CPU device";
  } else {
    warn(check, "register, map, write and read work; through the host, because direct sharing was refused",
         context.reason());
  }
}

/// The OpenGL of a window may run on a different GPU than that of EGL without a window.
void check_display(Check& check, const std::optional<gpu::Device>& device) {
  std::string reason;
  if (!render::has_display(reason)) {
    warn(check, reason, "texelscope render works without a window");
    return;
  }
  check.text = "a window can be opened";
  if (device && device->id().kind == gpu::DeviceKind::cuda) {
    const render::gl::Window window{{.is_visible = false}};
    if (check_placement(check, placement_of(GraphicsApi::gl_window, window.info(), *device))) {
      check.text += fmt::format(", and its OpenGL runs on {}", to_string(device->id()));
    }
  }
}

Check skipped(std::string name, const char* needed) {
  return {std::move(name), CheckResult::fail, fmt::format("not checked: needs {}", needed), "fix that first"};
}

}  // namespace

Check run_check(std::string name, const std::function<void(Check&)>& body) {
  Check check{std::move(name), CheckResult::ok, {}, {}};
  try {
    body(check);
  } catch (const std::exception& error) {
    // This program's error messages already include the advice.
    check.result = CheckResult::fail;
    check.text = error.what();
  }
  return check;
}

void warn(Check& check, std::string text, std::string advice) {
  check.result = CheckResult::warn;
  check.text = std::move(text);
  check.advice = std::move(advice);
}

void fail(Check& check, std::string text, std::string advice) {
  warn(check, std::move(text), std::move(advice));
  check.result = CheckResult::fail;
}

void check_library(Check& check, const char* file, const char* advice) {
  const std::unique_ptr<void, CloseLibrary> library(::dlopen(file, RTLD_LAZY | RTLD_LOCAL));
  if (library) {
    check.text = fmt::format("{} loads", file);
  } else {
    const char* const reason = ::dlerror();
    warn(check, fmt::format("{} does not load: {}", file, reason != nullptr ? reason : "no reason given"), advice);
  }
}

std::uint64_t count_sharing_differences(const ImageSharing& images) {
  constexpr int width = 61;
  constexpr int height = 37;
  const gpu::Stream stream = images.device().create_stream();
  const std::unique_ptr<SharedImage> image = images.make_image(FrameFormat::rgba8, width, height);
  std::uint64_t differences = 0;
  for (const std::uint32_t seed : {1U, 2U}) {
    {
      const std::unique_ptr<AcquiredImages> acquired = image->acquire(stream);
      write_pattern(acquired->surface(), seed, stream);
      acquired->release();
    }
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) * height);
    image->read(std::as_writable_bytes(std::span(pixels)));
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const std::uint32_t pixel = pixels[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
        differences += pixel != pattern_texel(seed, x, y) ? 1 : 0;
      }
    }
  }
  return differences;
}

std::vector<Check> check_everything(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options) {
  std::vector<Check> checks;
  const auto run = [&checks](std::string name, const std::function<void(Check&)>& body) {
    checks.push_back(run_check(std::move(name), body));
  };
  run("CUDA driver", [](Check& check) {
    check_library(check, "libcuda.so.1",
                  "install the NVIDIA driver to use a GPU; otherwise everything runs on the CPU device");
  });
  run("devices", check_devices);
  std::optional<gpu::Device> device;
  run("device", [&](Check& check) {
    device = open_device(id, options).device;
    check.text = fmt::format("{} opens: {}", to_string(device->id()), device->properties().name);
  });
  if (device) {
    run("compute", [&](Check& check) { check_compute(check, *device); });
    run("kernels", [&](Check& check) { check_kernels(check, *device); });
  } else {
    checks.push_back(skipped("compute", "a device"));
  }
  run("EGL", check_egl);
  std::optional<render::gl::EglContext> egl;
  run("OpenGL", [&](Check& check) {
    render::gl::EglChoice choice;
    if (device && device->id().kind == gpu::DeviceKind::cuda) {
      choice.cuda_ordinal = device->id().ordinal;
    }
    egl.emplace(choice);
    check_gl(check, *egl);
  });
  if (device && egl) {
    run("same GPU", [&](Check& check) { check_same_gpu(check, *device, *egl); });
    run("sharing", [&](Check& check) { check_sharing(check, share_gl(*device, egl->loader())); });
  } else {
    checks.push_back(skipped("sharing", device ? "OpenGL" : "a device"));
  }
  // The checks above need the EGL context, which a window's context replaces.
  egl.reset();
  run("display", [&](Check& check) { check_display(check, device); });
  std::ranges::move(check_vulkan(device), std::back_inserter(checks));
  return checks;
}

}  // namespace texelscope::app

#include "texelscope/gpu/gl_context.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "gpu/object/checks.h"
#include "gpu/object/graphics/gl_context_box.h"

namespace texelscope::gpu {
namespace {

std::string gl_renderer(const graphics::GLFunctions& gl) {
  const GLubyte* const text = gl.GetString(GL_RENDERER);
  return text != nullptr ? reinterpret_cast<const char*>(text) : "an unknown renderer";
}

/// The reason why `device` cannot map the objects of the current GL context itself; empty if it can.
std::string direct_refusal(DeviceBox& device, const graphics::GLFunctions& gl) {
  if (device.id().kind == DeviceKind::cpu) {
    return "the cpu device copies GL objects through host memory; open a cuda device to share them without copies";
  }
  constexpr const char* way_out =
      "to share without copies through host memory, run GL on the CUDA device (a display or EGL device of that GPU)";
  try {
    const std::vector<int> ordinals = device.call(driver::GLGetDevices{}).ordinals;
    if (std::ranges::find(ordinals, device.id().ordinal) != ordinals.end()) {
      return "";
    }
    return fmt::format("GL renders on {}, which is not {} (cuGLGetDevices lists [{}]); {}", gl_renderer(gl),
                       device.name(), fmt::join(ordinals, ", "), way_out);
  } catch (const DriverError& error) {
    if (!is_refusal_to_share(error.status())) {
      throw;
    }
    return fmt::format("GL renders on {}, and the driver cannot share with it: {}; {}", gl_renderer(gl), error.what(),
                       way_out);
  }
}

GLContextBox& require_context(const std::shared_ptr<GLContextBox>& box) { return require_open(box, "GL context"); }

}  // namespace

bool is_refusal_to_share(Status status) noexcept {
  constexpr std::array refusals{Status::no_device, Status::invalid_graphics_context, Status::operating_system,
                                Status::not_supported, Status::unknown};
  return std::ranges::find(refusals, status) != refusals.end();
}

GLContext GLContext::from_current(const Device& device, const GLLoader& loader, InteropChoice choice) {
  DeviceBox& owner = require_open(device.box(), "device");
  auto gl = graphics::load_gl_functions(loader);
  std::string reason = choice == InteropChoice::through_host
                           ? "sharing through host memory was requested; use InteropChoice::automatic"
                           : direct_refusal(owner, *gl);
  if (choice == InteropChoice::direct && !reason.empty()) {
    throw_on<Unavailable>(owner, "GL objects cannot be shared directly: {}", reason);
  }
  const InteropPath path = reason.empty() ? InteropPath::direct : InteropPath::through_host;
  if (path == InteropPath::through_host) {
    graphics::require_host_functions(*gl);
  }
  return GLContext{std::make_shared<GLContextBox>(device.box(), std::move(gl), path, std::move(reason))};
}

GLContext GLContext::through_host(std::string reason) const {
  GLContextBox& box = require_context(box_);
  const auto lock = box.enter("share through host memory");
  graphics::require_host_functions(box.gl());
  return GLContext{std::make_shared<GLContextBox>(box.device(), std::make_unique<graphics::GLFunctions>(box.gl()),
                                                  InteropPath::through_host, std::move(reason))};
}

Device GLContext::device() const { return Device{require_context(box_).device()}; }

InteropPath GLContext::path() const { return require_context(box_).access().path; }

const std::string& GLContext::reason() const { return require_context(box_).reason(); }

}  // namespace texelscope::gpu

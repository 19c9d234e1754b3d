#include "app/scenes/warm_up.h"

#include <exception>
#include <functional>
#include <string>

#include "app/scenes/builtin_image.h"
#include "texelscope/kernels/load_kernels.h"

namespace texelscope::app {
namespace {

void attempt(const gpu::Device& device, const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& error) {
    device.report({gpu::Diagnostic::Severity::warning, std::string{"not made ahead for scenes: "} + error.what()});
  }
}

}  // namespace

std::jthread warm_up_scenes(const gpu::Device& device) {
  return std::jthread{[device](const std::stop_token& stop) {
    attempt(device, [] { static_cast<void>(builtin_image()); });
    attempt(device, [&] { kernels::load_kernels(device, stop); });
  }};
}

}  // namespace texelscope::app

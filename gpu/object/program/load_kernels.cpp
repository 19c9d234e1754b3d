#include "texelscope/kernels/load_kernels.h"

#include <atomic>

#include "gpu/driver/device_box.h"
#include "gpu/object/checks.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::kernels {
namespace {

/// Known before any object is made: objects of other sources add to it as the program starts, and as it loads
/// libraries, one at a time.
constinit std::atomic<const detail::KnownKernel*> last_known{nullptr};

}  // namespace

detail::KnownKernel::KnownKernel(const KernelEntry& (*find_entry)()) noexcept
    : find_entry_{find_entry}, next_{last_known.load()} {
  last_known.store(this);
}

void load_kernels(const gpu::Device& device, const std::stop_token& stop) {
  gpu::DeviceBox& box = gpu::require_open(device.box(), "device");
  for (const detail::KnownKernel* kernel = last_known.load(); kernel != nullptr && !stop.stop_requested();
       kernel = kernel->next()) {
    box.call(gpu::driver::KernelLoad{.entry = &kernel->entry()});
  }
}

}  // namespace texelscope::kernels

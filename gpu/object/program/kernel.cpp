#include "texelscope/gpu/kernel.h"

#include <array>
#include <memory>

#include "gpu/object/adopted_handle.h"
#include "gpu/object/checks.h"
#include "gpu/object/program/kernel_box.h"
#include "gpu/object/program/launch_rules.h"

namespace texelscope::gpu {
namespace {

KernelBox& require_kernel(const std::shared_ptr<KernelBox>& box) { return require_open(box, "kernel"); }

std::shared_ptr<KernelBox> make_kernel(const std::shared_ptr<DeviceBox>& device, FunctionHandle handle,
                                       std::shared_ptr<const void> owner) {
  return std::make_shared<KernelBox>(
      device, ask_about(*device, "kernel", handle, driver::FunctionGetAttributes{handle}), std::move(owner));
}

void require_arguments(const KernelBox& kernel, std::span<const detail::LaunchArgument> arguments) {
  const std::vector<KernelParameter>& parameters = kernel.parameters();
  if (parameters.size() != arguments.size()) [[unlikely]] {
    throw_on<InvalidArgument>(*kernel.device(), "launching {}: got {} arguments for {} parameters", kernel.name(),
                              arguments.size(), parameters.size());
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (parameters[i].size != arguments[i].size) [[unlikely]] {
      throw_on<InvalidArgument>(
          *kernel.device(),
          "launching {}: argument {} has {} bytes, but the parameter has {}: pass a value of its type", kernel.name(),
          i + 1, arguments[i].size, parameters[i].size);
    }
  }
}

kernels::LaunchOptions options_of(const LaunchConfig& config) {
  return {.block = config.block,
          .shared_bytes = config.shared_bytes,
          .cluster = config.cluster,
          .is_cooperative = config.is_cooperative,
          .starts_early = config.starts_early};
}

/// @throws InvalidArgument, Unavailable as require_launch().
void launch_with_attributes(DeviceBox& device, const KernelBox& kernel, StreamHandle stream, const LaunchConfig& config,
                            void** parameters) {
  const kernels::LaunchOptions options = options_of(config);
  require_launch(device, kernel.entry(), config.grid, options);
  device.call(driver::LaunchWithAttributes{.entry = &kernel.entry(),
                                           .extent = config.grid,
                                           .grid = config.grid,
                                           .options = options,
                                           .stream = stream,
                                           .parameters = parameters});
}

bool is_plain(const LaunchConfig& config) {
  const kernels::LaunchExtent& cluster = config.cluster;
  return cluster.width == 1 && cluster.height == 1 && cluster.depth == 1 && !config.is_cooperative &&
         !config.starts_early;
}

}  // namespace

void require_cuda_kernels(const DeviceBox& device) {
  if (is_cpu(device)) {
    throw_on<Unavailable>(device,
                          "the CPU device cannot run CUDA code: write the kernel as a functor, which runs on both "
                          "devices (texelscope/kernels/launch.h), or pass its source to Program::compile");
  }
}

Kernel Kernel::from_handle(const Device& device, FunctionHandle handle, const HandleOwner& owner) {
  const DeviceBox& box = require_open(device.box(), "device");
  require_cuda_kernels(box);
  if (owner.is_library()) {
    throw_on<InvalidArgument>(
        box, "a kernel belongs to its module and cannot be owned separately: own the module, or borrow the kernel");
  }
  return Kernel{make_kernel(device.box(), handle, owner.kept())};
}

Kernel Kernel::from_symbol(const Device& device, const void* symbol) {
  DeviceBox& box = require_open(device.box(), "device");
  require_cuda_kernels(box);
  const auto found = box.call(driver::FunctionOfSymbol{.symbol = symbol});
  return Kernel{make_kernel(device.box(), found.function, nullptr)};
}

const std::string& Kernel::name() const { return require_kernel(box_).name(); }

KernelAttributes Kernel::attributes() const {
  const KernelBox& box = require_kernel(box_);
  return box.device()->call(driver::FunctionGetAttributes{box.entry().function}).attributes;
}

std::span<const KernelParameter> Kernel::parameters() const { return require_kernel(box_).parameters(); }

int Kernel::max_active_blocks(int threads_per_block, int shared_bytes) const {
  const KernelBox& box = require_kernel(box_);
  require_block(*box.device(), box.entry(), threads_per_block, shared_bytes);
  return box.device()
      ->call(driver::OccupancyActiveBlocks{
          .entry = &box.entry(), .threads = threads_per_block, .shared_bytes = shared_bytes})
      .blocks;
}

FunctionHandle Kernel::handle() const { return require_kernel(box_).entry().function; }

Device Kernel::device() const { return Device{require_kernel(box_).device()}; }

namespace detail {

void launch_kernel(const Stream& stream, const LaunchConfig& config, const Kernel& kernel,
                   std::span<const LaunchArgument> arguments) {
  const KernelBox& box = require_open(kernel.box(), "kernel");
  DeviceBox& device = *box.device();
  const StreamBox& order = require_stream(stream, device, "kernel");
  if (!box.parameters().empty()) {
    require_arguments(box, arguments);
  }
  // The driver's limit is 4 KiB of parameters, or 32,764 bytes since CUDA 12.1.
  constexpr std::size_t usual_count = 32;
  std::array<void*, usual_count> usual;
  std::unique_ptr<void*[]> many;
  void** parameters = usual.data();
  if (arguments.size() > usual_count) [[unlikely]] {
    many = std::make_unique<void*[]>(arguments.size());
    parameters = many.get();
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const LaunchArgument& argument = arguments[i];
    parameters[i] = const_cast<void*>(argument.address != nullptr ? argument.address : &argument.handle);
  }
  if (!is_plain(config) || !box.limits().allow(config.grid, config.block, config.shared_bytes)) [[unlikely]] {
    launch_with_attributes(device, box, order.handle(), config, parameters);
    return;
  }
  driver::Launch call{.entry = &box.entry(),
                      .extent = config.grid,
                      .stream = order.handle(),
                      .grid = config.grid,
                      .block = config.block,
                      .shared_bytes = config.shared_bytes,
                      .parameters = parameters};
  device.make(call);
}

}  // namespace detail

}  // namespace texelscope::gpu

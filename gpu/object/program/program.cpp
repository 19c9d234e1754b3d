#include "texelscope/gpu/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gpu/driver/embedded_headers.h"
#include "gpu/driver/open_driver.h"
#include "gpu/object/checks.h"
#include "gpu/object/program/compile_failure.h"
#include "gpu/object/program/kernel_box.h"
#include "gpu/object/program/program_text.h"

namespace texelscope::gpu {
namespace {

/// Makes NVRTC load and compile code that resembles all kernels.
constexpr std::string_view rehearsal_source = R"(
struct Rehearsal {
  Surface output;
  Texture image;
  float time;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {
    Float2 point{at.x * 0.01f, at.y * 0.01f - time};
    int steps = 0;
    while (steps < 99 && length(point) < 4) {
      point = {point.x * point.x - point.y * point.y + time, 2 * point.x * point.y + cosine(time)};
      ++steps;
    }
    float fade = steps == 99 ? 0 : square_root(sine(point.x) / (1 + 3 * static_cast<float>(steps)));
    Float4 color = image.sample_2d(point.x, point.y);
    output.write_2d(to_unorm8(color * (0.4f + fade)), at.x, at.y);
  }
};
)";

/// @throws CompileError, Unavailable, DriverError.
ObjectCode compile_text(DeviceBox& device, std::string_view source, const std::string& text,
                        const ProgramOptions& options) {
  driver::ProgramCompile call{.source = text,
                              .name = options.name,
                              .num_kernels = options.kernels.size(),
                              .time_limit = options.time_limit,
                              .stop = options.stop,
                              .process = options.nvrtc_process.get()};
  const Status status = device.driver().perform(call);
  std::vector<CompileMessage> messages = read_compile_messages(call.log, options.name, source);
  if (status == Status::success) {
    return {std::move(call.binary), options.kernels, std::move(call.kernel_sizes), std::move(messages)};
  }
  if (status == Status::timeout && options.stop.stop_requested()) {
    throw CompileError(fmt::format("{}: compiling {} was canceled; compile it again", device.name(), options.name), {});
  }
  if (status == Status::timeout) {
    throw CompileError(fmt::format("{}: compiling {} took longer than {} ms and was stopped; shorten the source, or "
                                   "increase ProgramOptions::time_limit",
                                   device.name(), options.name, options.time_limit.count()),
                       {});
  }
  throw_compile_failure(device, status, options.name, {call.log, call.reason}, std::move(messages),
                        driver::describe_call(driver::ProgramCompile::info, call.arguments()));
}

}  // namespace

std::vector<ProgramHeader> program_headers() {
  std::vector<ProgramHeader> headers;
  for (const driver::EmbeddedHeader& header : driver::embedded_headers()) {
    headers.push_back({header.name, header.text});
  }
  return headers;
}

class ProgramBox {
 public:
  ProgramBox(const std::shared_ptr<DeviceBox>& device, const ObjectCode& code)
      : module_{device, device->call(driver::ModuleLoad{.binary = code.binary}).module, HandleOwner::library()},
        names_{code.kernels},
        messages_{code.messages} {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const std::string symbol = fmt::format("texelscope_kernel_{}", i);
      const auto found =
          module_.device()->call(driver::ModuleGetFunction{.module = module_.handle(), .name = symbol.c_str()});
      const std::size_t size = i < code.kernel_sizes.size() ? code.kernel_sizes[i] : found.kernel_size;
      entries_.push_back({names_[i].c_str(), nullptr, nullptr, size, found.function});
    }
  }

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return module_.device(); }
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
  [[nodiscard]] const kernels::KernelEntry& entry(std::size_t index) const noexcept { return entries_[index]; }
  [[nodiscard]] const std::vector<CompileMessage>& messages() const noexcept { return messages_; }

 private:
  ModuleBox module_;
  std::vector<std::string> names_;
  std::vector<kernels::KernelEntry> entries_;
  std::vector<CompileMessage> messages_;
};

ObjectCode Program::compile_object_code(const Device& device, std::string_view source, const ProgramOptions& options) {
  DeviceBox& box = require_open(device.box(), "device");
  return compile_text(box, source, program_text(source, options, box.name()), options);
}

Program Program::load(const Device& device, const ObjectCode& code) {
  static_cast<void>(require_open(device.box(), "device"));
  return Program{std::make_shared<ProgramBox>(device.box(), code)};
}

Program Program::compile(const Device& device, std::string_view source, const ProgramOptions& options) {
  return load(device, compile_object_code(device, source, options));
}

std::shared_ptr<NvrtcProcess> start_nvrtc_process(const Device& device, std::vector<std::string> command) {
  DeviceBox& box = require_open(device.box(), "device");
  if (device.id().kind != DeviceKind::cuda || command.empty()) {
    throw InvalidArgument(
        fmt::format("{}: cannot start an NVRTC process: pass a CUDA device and a program", box.name()));
  }
  ProgramOptions options;
  options.kernels = {"Rehearsal"};
  return driver::start_nvrtc_process(device.properties(), std::move(command),
                                     program_text(rehearsal_source, options, box.name()));
}

int run_nvrtc_process() { return driver::run_nvrtc_process(); }

RuntimeKernel Program::kernel(std::string_view name) const {
  const ProgramBox& box = require_open(box_, "program");
  const auto found = std::ranges::find(box.names(), name);
  if (found == box.names().end()) {
    throw_on<InvalidArgument>(
        *box.device(), "the program has no kernel '{}': it was compiled for {}; name it in ProgramOptions::kernels",
        name, fmt::join(box.names(), ", "));
  }
  return {box_, static_cast<std::size_t>(found - box.names().begin())};
}

const std::vector<CompileMessage>& Program::messages() const { return require_open(box_, "program").messages(); }

Device Program::device() const { return Device{require_open(box_, "program").device()}; }

const std::string& RuntimeKernel::name() const { return require_open(box_, "kernel").names()[index_]; }

std::size_t RuntimeKernel::size_bytes() const { return entry().kernel_size; }

const kernels::KernelEntry& RuntimeKernel::entry() const { return require_open(box_, "kernel").entry(index_); }

KernelAttributes RuntimeKernel::attributes() const {
  const kernels::KernelEntry& kernel = entry();
  if (is_cpu(*box_->device())) {
    throw_on<Unavailable>(*box_->device(), "{} runs on the CPU and has no GPU kernel attributes", kernel.name);
  }
  return box_->device()->call(driver::FunctionGetAttributes{kernel.function}).attributes;
}

void RuntimeKernel::launch_bytes(const Stream& stream, kernels::LaunchExtent extent,
                                 std::span<const std::byte> functor) const {
  const kernels::KernelEntry& kernel = entry();
  static_cast<void>(require_stream(stream, *box_->device(), "kernel"));
  if (functor.size() != kernel.kernel_size) {
    throw_on<InvalidArgument>(
        *box_->device(),
        "launching {}: got {} bytes for a functor of {}: pass a functor with the same members in the same order",
        kernel.name, functor.size(), kernel.kernel_size);
  }
  kernels::launch_entry(stream, kernel, extent, functor.data());
}

}  // namespace texelscope::gpu

#include "texelscope/gpu/module.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include "gpu/object/adopted_handle.h"
#include "gpu/object/checks.h"
#include "gpu/object/program/kernel_box.h"
#include "texelscope/gpu/program.h"

namespace texelscope::gpu {
namespace {

ModuleBox& require_module(const std::shared_ptr<ModuleBox>& box) { return require_open(box, "module"); }

bool begins_with(std::span<const std::byte> image, std::string_view beginning) {
  return image.size() > beginning.size() && std::memcmp(image.data(), beginning.data(), beginning.size()) == 0;
}

/// Checks ELF's magic number.
bool is_cubin(std::span<const std::byte> image) {
  return begins_with(image,
                     "\x7f"
                     "ELF");
}
/// The magic number of the toolkit's fatbinary (0xBA55ED50).
bool is_fatbin(std::span<const std::byte> image) { return begins_with(image, "\x50\xed\x55\xba"); }
/// A directive at the beginning of all PTX, after comments (PTX ISA, 11.1).
bool is_ptx(std::string_view text) { return text.substr(0, 4096).find(".version") != std::string_view::npos; }

std::string_view text_of(std::span<const std::byte> image) {
  return {reinterpret_cast<const char*>(image.data()), image.size()};
}

/// Lines such as "ptxas application ptx input, line 5; error   : Parsing error near 'x': syntax error".
std::vector<CompileMessage> messages_of(std::string_view log) {
  std::vector<CompileMessage> messages;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(line.size() + 1, log.size()));
    if (line.empty()) {
      continue;
    }
    CompileMessage message{.text = std::string{line}};
    if (const std::size_t at = line.find("line "); at != std::string_view::npos) {
      message.line = std::atoi(message.text.c_str() + at + 5);
    }
    messages.push_back(std::move(message));
  }
  return messages;
}

Module load(const Device& device, std::span<const std::byte> image) {
  DeviceBox& box = *device.box();
  driver::ModuleLoad load{.binary = image};
  const Status status = box.driver().perform(load);
  if (status == Status::invalid_ptx) {
    std::vector<CompileMessage> messages = messages_of(load.log);
    const std::string first = messages.empty() ? std::string{"the driver gives no details"} : messages.front().text;
    throw CompileError(fmt::format("{}: the PTX does not compile: {}", box.name(), first), std::move(messages));
  }
  if (status != Status::success) {
    throw DriverError(status, driver::describe_call(driver::ModuleLoad::info, load.arguments()), box.name());
  }
  return Module{std::make_shared<ModuleBox>(device.box(), load.module, HandleOwner::library())};
}

const DeviceBox& require_cuda(const Device& device) {
  const DeviceBox& box = require_open(device.box(), "device");
  require_cuda_kernels(box);
  return box;
}

}  // namespace

Module Module::from_cubin(const Device& device, std::span<const std::byte> image) {
  const DeviceBox& box = require_cuda(device);
  if (!is_cubin(image)) {
    throw_on<InvalidArgument>(
        box, "these {} bytes are not a cubin, which is an ELF file: pass the output of nvcc -cubin", image.size());
  }
  return load(device, image);
}

Module Module::from_ptx(const Device& device, std::string_view text) {
  const DeviceBox& box = require_cuda(device);
  if (!is_ptx(text)) {
    throw_on<InvalidArgument>(
        box, "these {} bytes are not PTX, which begins with .version: pass the output of nvcc -ptx", text.size());
  }
  // The driver reads up to a zero byte.
  const std::string ended{text};
  return load(device, std::as_bytes(std::span{ended.c_str(), ended.size() + 1}));
}

Module Module::from_fatbin(const Device& device, std::span<const std::byte> image) {
  const DeviceBox& box = require_cuda(device);
  if (!is_fatbin(image)) {
    throw_on<InvalidArgument>(box, "these {} bytes are not a fatbin: pass the output of nvcc -fatbin", image.size());
  }
  return load(device, image);
}

Module Module::from_file(const Device& device, const std::filesystem::path& path) {
  const DeviceBox& box = require_cuda(device);
  std::ifstream file{path, std::ios::binary};
  std::vector<char> read{std::istreambuf_iterator<char>{file}, {}};
  if (!file || read.empty()) {
    throw_on<InvalidArgument>(box, "{} cannot be read: {}", path.string(),
                              file.is_open() ? "it is empty" : std::generic_category().message(errno));
  }
  const std::span<const std::byte> image = std::as_bytes(std::span{read});
  if (is_cubin(image) || is_fatbin(image)) {
    return load(device, image);
  }
  if (is_ptx(text_of(image))) {
    return from_ptx(device, text_of(image));
  }
  throw_on<InvalidArgument>(
      box, "{} is not a cubin, fatbin or PTX file: use the output of nvcc -cubin, -fatbin or -ptx", path.string());
}

Module Module::from_handle(const Device& device, ModuleHandle handle, const HandleOwner& owner) {
  static_cast<void>(require_cuda(device));
  static_cast<void>(ask_about(*device.box(), "module", handle, driver::ModuleGetFunctionCount{handle}));
  return Module{std::make_shared<ModuleBox>(device.box(), handle, owner)};
}

Kernel Module::kernel(const std::string& name) const {
  const ModuleBox& box = require_module(box_);
  DeviceBox& device = *box.device();
  driver::ModuleGetFunction find{.module = box.handle(), .name = box.compiled_name(name).c_str()};
  const Status status = device.driver().perform(find);
  if (status == Status::not_found) {
    throw_on<InvalidArgument>(
        device,
        "the module has no kernel '{}': use its compiled name, which is mangled unless the kernel is extern \"C\" "
        "(cuobjdump --list-text shows them), or list it in SourceOptions::kernels",
        name);
  }
  if (status != Status::success) {
    throw DriverError(status, driver::describe_call(driver::ModuleGetFunction::info, find.arguments()), device.name());
  }
  return Kernel::from_handle(Device{box.device()}, find.function, std::shared_ptr<const void>{box_});
}

ModuleHandle Module::handle() const { return require_module(box_).handle(); }

Device Module::device() const { return Device{require_module(box_).device()}; }

}  // namespace texelscope::gpu

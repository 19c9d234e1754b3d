#include <fmt/format.h>

#include <utility>

#include "gpu/object/checks.h"
#include "gpu/object/program/compile_failure.h"
#include "gpu/object/program/kernel_box.h"
#include "gpu/object/program/program_text.h"
#include "texelscope/gpu/module.h"

namespace texelscope::gpu {
namespace {

void require_text(const DeviceBox& device, std::string_view text, const char* what) {
  if (text.empty() || text.find('\0') != std::string_view::npos) {
    throw_on<InvalidArgument>(device, "the {} has {}: use a nonempty text without zero bytes", what,
                              text.empty() ? "no characters" : "a zero byte, which would end it");
  }
}

void require_source_options(const DeviceBox& device, std::string_view source, const SourceOptions& options) {
  require_text(device, source, "source");
  require_text(device, options.name, "name of the source");
  for (const std::vector<std::string>* const texts : {&options.definitions, &options.kernels, &options.options}) {
    for (const std::string& text : *texts) {
      require_text(device, text, "definition, kernel or option");
    }
  }
}

}  // namespace

std::string_view ModuleCode::text() const {
  if (format != CodeFormat::ptx) {
    throw InvalidArgument("only PTX is text: compile the source with CodeFormat::ptx");
  }
  const std::string_view all{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  return all.substr(0, all.find('\0'));
}

ModuleCode Module::compile_source(const Device& device, std::string_view source, const SourceOptions& options,
                                  CodeFormat format) {
  DeviceBox& box = require_open(device.box(), "device");
  require_cuda_kernels(box);
  require_source_options(box, source, options);
  driver::SourceCompile call{.source = source, .name = options.name, .options = &options, .format = format};
  const Status status = box.driver().perform(call);
  std::vector<CompileMessage> messages = read_compile_messages(call.log, options.name, source);
  if (status != Status::success) {
    throw_compile_failure(box, status, options.name, {call.log, call.reason}, std::move(messages),
                          driver::describe_call(driver::SourceCompile::info, call.arguments()));
  }
  if (!call.cache_failure.empty()) {
    box.report({Diagnostic::Severity::warning,
                fmt::format("{}: {} was compiled but cannot be cached in {}: {}", box.name(), options.name,
                            options.cache->folder().string(), call.cache_failure)});
  }
  ModuleCode code{.format = call.format,
                  .bytes = std::move(call.binary),
                  .kernel_names = {},
                  .messages = std::move(messages),
                  .is_from_cache = call.is_from_cache};
  for (std::size_t i = 0; i < options.kernels.size(); ++i) {
    code.kernel_names.emplace(options.kernels[i], call.lowered_names[i]);
  }
  return code;
}

Module Module::from_source(const Device& device, std::string_view source, const SourceOptions& options) {
  return from_code(device, compile_source(device, source, options));
}

Module Module::from_code(const Device& device, const ModuleCode& code) {
  Module module = code.format == CodeFormat::link_time ? from_ltoir(device, code.bytes)
                  : code.format == CodeFormat::ptx     ? from_ptx(device, code.text())
                                                       : from_cubin(device, code.bytes);
  module.box_->set_kernel_names(code.kernel_names);
  return module;
}

Module Module::from_ltoir(const Device& device, std::span<const std::byte> image) {
  return from_ltoir(device, std::span{&image, 1});
}

Module Module::from_ltoir(const Device& device, std::span<const std::span<const std::byte>> images) {
  DeviceBox& box = require_open(device.box(), "device");
  require_cuda_kernels(box);
  if (images.empty()) {
    throw_on<InvalidArgument>(box, "there are no images to link: pass at least one");
  }
  driver::CodeLink link{.images = images};
  const Status status = box.driver().perform(link);
  if (status == Status::invalid_image) {
    throw_on<InvalidArgument>(box, "the code cannot be linked: {}", link.log);
  }
  if (!link.reason.empty()) {
    throw_on<Unavailable>(box, "code for link-time optimization cannot be linked: {}", link.reason);
  }
  if (status != Status::success) {
    throw DriverError(status, driver::describe_call(driver::CodeLink::info, link.arguments()), box.name());
  }
  return from_cubin(device, link.binary);
}

}  // namespace texelscope::gpu

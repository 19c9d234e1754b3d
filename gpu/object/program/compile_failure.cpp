#include "gpu/object/program/compile_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/object/checks.h"
#include "gpu/object/program/program_text.h"

namespace texelscope::gpu {
namespace {

bool is_error(const CompileMessage& message) { return message.severity == CompileMessage::Severity::error; }

[[noreturn]] void throw_errors(const DeviceBox& device, const std::string& name, std::string_view log,
                               std::vector<CompileMessage> messages) {
  const auto count = std::ranges::count_if(messages, is_error);
  if (count == 0) {
    // The output of a compiler that ran out of memory begins with an empty line.
    const std::size_t start = std::min(log.find_first_not_of('\n'), log.size());
    messages.push_back({.text = std::string{log.substr(start, log.find('\n', start) - start)}});
  }
  const CompileMessage& shown = *std::ranges::find_if(messages, is_error);
  throw CompileError(fmt::format("{}: {} does not compile: {}{}; fix the source", device.name(), name, to_string(shown),
                                 count > 1 ? fmt::format(" (and {} more)", count - 1) : ""),
                     messages);
}

}  // namespace

void throw_compile_failure(const DeviceBox& device, Status status, const std::string& name,
                           const CompilerOutput& output, std::vector<CompileMessage> messages,
                           const std::string& call_text) {
  if (status == Status::invalid_source && !output.log.empty()) {
    throw_errors(device, name, output.log, std::move(messages));
  }
  if (status == Status::invalid_value && !output.reason.empty()) {
    throw_on<InvalidArgument>(device, "{} cannot be compiled: {}", name, output.reason);
  }
  if (!output.reason.empty()) {
    throw_on<Unavailable>(device, "{} cannot be compiled: {}", name, output.reason);
  }
  throw DriverError(status, call_text, device.name());
}

}  // namespace texelscope::gpu

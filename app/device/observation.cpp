#include "app/device/observation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mutex>
#include <utility>

#include "app/files/file.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/live_objects.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::app {

struct Observation::State {
  ObservationOptions options;
  std::function<void(std::string_view)> warn;
  std::shared_ptr<gpu::Trace> trace;
  std::shared_ptr<gpu::FaultInjector> injector;
  std::shared_ptr<gpu::LiveObjects> live_objects;
  mutable std::mutex mutex;
  std::string cleanup_error;
};

Observation::Observation(ObservationOptions options, std::function<void(std::string_view)> warn)
    : state_{std::make_shared<State>()} {
  state_->options = std::move(options);
  state_->warn = std::move(warn);
  if (state_->options.trace) {
    state_->trace = std::make_shared<gpu::Trace>();
  }
  if (state_->options.fail) {
    state_->injector = std::make_shared<gpu::FaultInjector>(*state_->options.fail);
  }
  if (state_->options.fail || state_->options.watches_objects) {
    state_->live_objects = std::make_shared<gpu::LiveObjects>();
  }
}

Observation::~Observation() = default;

gpu::DeviceOptions Observation::device_options() const {
  gpu::DeviceOptions options;
  options.observers = {state_->injector, state_->live_objects, state_->trace};
  std::erase(options.observers, nullptr);
  options.diagnostics = [state = state_](const gpu::Diagnostic& diagnostic) {
    const std::lock_guard lock{state->mutex};
    if (diagnostic.severity == gpu::Diagnostic::Severity::warning) {
      state->warn(diagnostic.text);
    } else if (state->cleanup_error.empty()) {
      state->cleanup_error = diagnostic.text;
    }
  };
  return options;
}

const std::shared_ptr<gpu::Trace>& Observation::trace() const noexcept { return state_->trace; }
std::shared_ptr<const gpu::LiveObjects> Observation::live_objects() const { return state_->live_objects; }

void Observation::write_trace() const {
  if (state_->trace) {
    write_file(*state_->options.trace, [&](std::ostream& out) { state_->trace->write_chrome_json(out); });
  }
}

std::string Observation::cleanup_error() const {
  const std::lock_guard lock{state_->mutex};
  return state_->cleanup_error;
}

std::string Observation::leaks() const {
  return state_->live_objects ? fmt::format("{}", fmt::join(state_->live_objects->list(), ", ")) : std::string();
}

gpu::DeviceOptions without_warnings(gpu::DeviceOptions options) {
  return with_warnings_to(std::move(options), [](const gpu::Diagnostic& /*warning*/) {});
}

gpu::DeviceOptions with_warnings_to(gpu::DeviceOptions options, gpu::DiagnosticHandler handler) {
  options.diagnostics = [others = std::move(options.diagnostics),
                         warnings = std::move(handler)](const gpu::Diagnostic& diagnostic) {
    if (diagnostic.severity == gpu::Diagnostic::Severity::warning) {
      warnings(diagnostic);
    } else if (others) {
      others(diagnostic);
    }
  };
  return options;
}

}  // namespace texelscope::app

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/live_objects.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::app {

/// The same options, but discarding warnings: for intentional actions that devices warn about. Errors are still
/// reported.
[[nodiscard]] gpu::DeviceOptions without_warnings(gpu::DeviceOptions options);
/// The same options, with warnings passed to a different handler, on the thread that reports them.
[[nodiscard]] gpu::DeviceOptions with_warnings_to(gpu::DeviceOptions options, gpu::DiagnosticHandler handler);

/// The observation of one run of the program.
struct ObservationOptions {
  /// Output file for the driver calls, as Chrome's trace events.
  std::optional<std::filesystem::path> trace;
  /// The driver call that fails.
  std::optional<gpu::Fault> fail;
  /// Whether to track live objects, and to report leaks at the end. A run with a failing call does so anyway.
  bool watches_objects = false;
};

/// Observes the devices of one run: traces calls, injects a failure, stores the first error of a cleanup, and counts
/// leaks.
class Observation {
 public:
  /// `warn` receives diagnostics that are not errors, on any thread.
  Observation(ObservationOptions options, std::function<void(std::string_view)> warn);
  ~Observation();
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;

  /// The options for every device that the run opens.
  [[nodiscard]] gpu::DeviceOptions device_options() const;

  /// The trace, to which other calls may be added; null if there is none.
  [[nodiscard]] const std::shared_ptr<gpu::Trace>& trace() const noexcept;
  /// The live objects of the devices; null if they are not tracked.
  [[nodiscard]] std::shared_ptr<const gpu::LiveObjects> live_objects() const;

  /// Writes the trace if there is one. @throws FileError.
  void write_trace() const;
  /// The first error that a cleanup reported; empty if there was none.
  [[nodiscard]] std::string cleanup_error() const;
  /// The objects that the devices created and that were never destroyed, as one line; empty if there are none, or if
  /// live_objects() is null. Call only after everything created from the devices has been destroyed.
  [[nodiscard]] std::string leaks() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace texelscope::app

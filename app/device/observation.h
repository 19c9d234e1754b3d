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

/// The same options, whose warnings go nowhere: for what is done on purpose that devices warn of. Errors are told.
[[nodiscard]] gpu::DeviceOptions without_warnings(gpu::DeviceOptions options);

/// How a run of the program is watched.
struct ObservationOptions {
  /// Where the driver calls go, as Chrome's trace events.
  std::optional<std::filesystem::path> trace;
  /// The driver call that fails.
  std::optional<gpu::Fault> fail;
  /// Whether to know what is alive, and to tell what is left over at the end. A run that fails a call does anyway.
  bool watches_objects = false;
};

/// Watches the devices of one run: traces, injects a failure, keeps the first error of a cleanup, counts what leaks.
class Observation {
 public:
  /// `warn` gets diagnostics that are no errors, on any thread.
  Observation(ObservationOptions options, std::function<void(std::string_view)> warn);
  ~Observation();
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;

  /// For every device that the run opens.
  [[nodiscard]] gpu::DeviceOptions device_options() const;

  /// What calls other than the driver's may be added to; null when there is no trace.
  [[nodiscard]] const std::shared_ptr<gpu::Trace>& trace() const noexcept;
  /// What is alive of the devices; null where nothing asks for it.
  [[nodiscard]] std::shared_ptr<const gpu::LiveObjects> live_objects() const;

  /// Writes the trace if there is one. @throws FileError.
  void write_trace() const;
  /// The first error that a cleanup reported; empty when there was none.
  [[nodiscard]] std::string cleanup_error() const;
  /// What the devices made and never got back, as one line; empty when nothing is, or when live_objects() is null.
  /// Only after everything made from the devices is gone.
  [[nodiscard]] std::string leaks() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace texelscope::app

#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "gpu/driver/any_call.h"
#include "gpu/driver/driver.h"
#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::gpu::driver {

/// A driver that wraps another driver and treats all calls alike, regardless of their type.
class DriverDecorator : public Driver {
 public:
  explicit DriverDecorator(std::unique_ptr<Driver> driver) : driver_{std::move(driver)} {}

  TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_DECLARE_PERFORM)
  virtual Status perform_any(const AnyCall& call) noexcept = 0;

 protected:
  [[nodiscard]] Driver& decorated() noexcept { return *driver_; }

 private:
  std::unique_ptr<Driver> driver_;
};

/// A driver that passes every call to observers, the basis of tracing, counting and injected failures.
[[nodiscard]] std::unique_ptr<Driver> observe(std::unique_ptr<Driver> driver,
                                              std::vector<std::shared_ptr<CallObserver>> observers);

/// A driver whose calls are recorded by `profiler` while it is on; the driver itself if it is null.
[[nodiscard]] std::unique_ptr<Driver> profile(std::unique_ptr<Driver> driver, std::shared_ptr<StreamProfiler> profiler);

}  // namespace texelscope::gpu::driver

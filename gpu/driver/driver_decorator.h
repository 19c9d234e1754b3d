#pragma once

#include <memory>
#include <utility>

#include "gpu/driver/any_call.h"

namespace texelscope::gpu::driver {

/// A driver around another that does the same with every call, whatever its type.
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

}  // namespace texelscope::gpu::driver

#pragma once

#include <stdexcept>
#include <string>

#include "texelscope/gpu/status.h"

namespace texelscope::gpu {

/// Base of every exception that this library throws. what() is one line: what failed, with which values, on which
/// device, and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Values that violate a rule; detected before the driver is called.
class InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// An object in an invalid state: closed, moved from, unmapped, mapped twice, or used from another thread.
class InvalidState : public Error {
 public:
  using Error::Error;
};

/// A device, a driver or a method of graphics sharing that is unavailable on this machine.
class Unavailable : public Error {
 public:
  using Error::Error;
};

/// A driver call that failed.
class DriverError : public Error {
 public:
  /// `call` is the driver function with its arguments, `device` the name of the device, such as "cuda:0".
  DriverError(Status status, std::string call, std::string device);
  /// The driver's result, and the other arguments of the constructor.
  [[nodiscard]] Status status() const noexcept { return status_; }
  [[nodiscard]] const std::string& call() const noexcept { return call_; }
  [[nodiscard]] const std::string& device() const noexcept { return device_; }

 private:
  Status status_;
  std::string call_;
  std::string device_;
};

}  // namespace texelscope::gpu

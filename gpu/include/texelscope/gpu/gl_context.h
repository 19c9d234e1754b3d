#pragma once

#include <functional>
#include <memory>
#include <string>

#include "texelscope/gpu/device.h"

namespace texelscope::gpu {

class GLContextBox;

/// Finds a GL function by name, as glXGetProcAddress and eglGetProcAddress do; null when there is none.
using GLLoader = std::function<void*(const char* name)>;

/// How mapped resources reach the device.
enum class InteropPath : unsigned char {
  /// The driver maps the GL object itself: no copy.
  direct,
  /// The library copies through host memory at map and unmap: the CPU device always, the CUDA device when GL runs
  /// elsewhere.
  through_host,
};

/// Whether drivers say so that a GL context runs where they cannot share with it, on another GPU or in software (seen
/// of cuGLGetDevices and cuGraphicsGLRegister*); what else they say has other causes.
[[nodiscard]] bool is_refusal_to_share(Status status) noexcept;

enum class InteropChoice : unsigned char { automatic, direct, through_host };

/// A GL context (4.5) that a device shares objects with. Belongs to the thread that made it, on which the GL context
/// must be current: registering, mapping and unmapping are refused elsewhere.
class GLContext {
 public:
  /// Takes the GL context that is current on this thread. With `automatic`, sharing is direct where the driver lists
  /// `device` for this context (cuGLGetDevices), else through the host, and reason() says why.
  /// @throws Unavailable when the context is too old or lacks a function, or when `direct` was asked for and cannot be.
  /// @throws DriverError when cuGLGetDevices fails otherwise.
  [[nodiscard]] static GLContext from_current(const Device& device, const GLLoader& loader,
                                              InteropChoice choice = InteropChoice::automatic);

  /// The same GL context, shared through host memory: for a driver that lists the device and then refuses
  /// its resources. `reason` becomes reason(). @throws InvalidState on another thread.
  [[nodiscard]] GLContext through_host(std::string reason) const;

  [[nodiscard]] Device device() const;
  [[nodiscard]] InteropPath path() const;  ///< How pixels go between GL and the device.
  /// Why the path is through_host, with the way out; empty when it is direct.
  [[nodiscard]] const std::string& reason() const;

  explicit GLContext(std::shared_ptr<GLContextBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<GLContextBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<GLContextBox> box_;
};

}  // namespace texelscope::gpu

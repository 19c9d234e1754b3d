#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "texelscope/gpu/device.h"

namespace texelscope::gpu {

class GLContextBox;

/// Finds a GL function by name; returns null if there is none. Any callable that takes a name and returns a pointer
/// qualifies: glfwGetProcAddress, eglGetProcAddress, glXGetProcAddress, SDL_GL_GetProcAddress, a GLADloadfunc, or
/// `[&](const char* name) { return context.getProcAddress(name); }` of a QOpenGLContext.
class GLLoader {
 public:
  /// No loader: GLContext::from_current() then finds GL in the process.
  GLLoader() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a loader is what callers have.
  template <class Function>
    requires(!std::is_same_v<Function, GLLoader> &&
             (std::is_invocable_v<Function&, const char*> || std::is_invocable_v<Function&, const unsigned char*>))
  GLLoader(Function find) {
    if constexpr (std::is_pointer_v<Function> || requires { find.operator bool(); }) {
      if (!static_cast<bool>(find)) {
        return;
      }
    }
    find_ = [find = std::move(find)](const char* name) mutable -> void* {
      if constexpr (std::is_invocable_v<Function&, const char*>) {
        return as_pointer(find(name));
      } else {
        return as_pointer(find(reinterpret_cast<const unsigned char*>(name)));
      }
    };
  }

  /// Whether there is a loader.
  [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(find_); }
  /// The function with this name, such as "glGetError"; null if there is none. Requires a loader.
  [[nodiscard]] void* operator()(const char* name) const { return find_(name); }

 private:
  template <class Pointer>
  [[nodiscard]] static void* as_pointer(Pointer found) noexcept {
    static_assert(std::is_pointer_v<Pointer>, "a GL function loader must return a pointer");
    return reinterpret_cast<void*>(found);
  }

  std::function<void*(const char*)> find_;
};

/// The path of mapped resources to the device.
enum class InteropPath : unsigned char {
  /// The driver maps the GL object itself, without copies.
  direct,
  /// The library copies through host memory at map and unmap: always on the CPU device, and on a CUDA device if GL runs
  /// elsewhere.
  through_host,
};

/// Whether drivers return this status for a GL context that they cannot share with because it runs on another GPU or in
/// software (observed for cuGLGetDevices and cuGraphicsGLRegister*); other statuses have other causes.
[[nodiscard]] bool is_refusal_to_share(Status status) noexcept;

enum class InteropChoice : unsigned char { automatic, direct, through_host };

/// A GL context that a device shares objects with: OpenGL 3.3 or later, core or compatibility profile, or OpenGL ES 3.0
/// or later (3.1 if objects are copied through host memory). Belongs to the thread that created it, on which the GL
/// context, or another context of its share group, must be current: registering, mapping and unmapping are refused
/// elsewhere.
class GLContext {
 public:
  /// Uses the GL context that is current on this thread. Without a loader, finds its functions through the EGL or GLX
  /// of the process. With `automatic`, sharing is direct if the driver lists `device` for this context
  /// (cuGLGetDevices); otherwise pixels are copied through the host, and reason() explains why.
  /// @throws Unavailable if no context is current, if the current one is too old or lacks a function, or if `direct`
  /// was requested and is impossible.
  /// @throws DriverError if cuGLGetDevices fails for any other reason.
  [[nodiscard]] static GLContext from_current(const Device& device, const GLLoader& loader = {},
                                              InteropChoice choice = InteropChoice::automatic);

  /// This GL context, but with sharing through host memory: for a driver that lists the device but then refuses its
  /// resources. `reason` becomes reason(). @throws InvalidState on another thread.
  [[nodiscard]] GLContext through_host(std::string reason) const;

  [[nodiscard]] Device device() const;
  [[nodiscard]] InteropPath path() const;  ///< The path of pixels between GL and the device.
  /// The reason why the path is through_host, with a remedy; empty if it is direct.
  [[nodiscard]] const std::string& reason() const;

  explicit GLContext(std::shared_ptr<GLContextBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<GLContextBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<GLContextBox> box_;
};

}  // namespace texelscope::gpu

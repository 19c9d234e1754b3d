#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "texelscope/gpu/device.h"

namespace texelscope::gpu {

class GLContextBox;

/// Finds a GL function by name; null when there is none. Anything that can be called with a name and returns a pointer
/// is one: glfwGetProcAddress, eglGetProcAddress, glXGetProcAddress, SDL_GL_GetProcAddress, a GLADloadfunc, or
/// `[&](const char* name) { return context.getProcAddress(name); }` of a QOpenGLContext.
class GLLoader {
 public:
  /// None: GLContext::from_current() then finds GL in the process.
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

  /// Whether there is one.
  [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(find_); }
  /// The function of that name, such as "glGetError"; null when there is none. Call only where there is a loader.
  [[nodiscard]] void* operator()(const char* name) const { return find_(name); }

 private:
  template <class Pointer>
  [[nodiscard]] static void* as_pointer(Pointer found) noexcept {
    static_assert(std::is_pointer_v<Pointer>, "a GL function loader must return a pointer");
    return reinterpret_cast<void*>(found);
  }

  std::function<void*(const char*)> find_;
};

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

/// A GL context that a device shares objects with: OpenGL 3.3 or later, core or compatibility profile, or OpenGL ES 3.0
/// or later (3.1 where objects go through host memory). Belongs to the thread that made it, on which the GL context, or
/// another of its share group, must be current: registering, mapping and unmapping are refused elsewhere.
class GLContext {
 public:
  /// Takes the GL context that is current on this thread. Without a loader its functions are found by the EGL or GLX of
  /// the process. With `automatic`, sharing is direct where the driver lists `device` for this context
  /// (cuGLGetDevices), else through the host, and reason() says why.
  /// @throws Unavailable when no context is current, when it is too old or lacks a function, or when `direct` was asked
  /// for and cannot be.
  /// @throws DriverError when cuGLGetDevices fails otherwise.
  [[nodiscard]] static GLContext from_current(const Device& device, const GLLoader& loader = {},
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

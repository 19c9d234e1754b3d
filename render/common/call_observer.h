#pragma once

#include <chrono>
#include <string_view>

namespace texelscope::render {

using CallClock = std::chrono::steady_clock;

/// Observes the renderer's calls that can fail: those that create objects, move pixels, open displays and present
/// frames. Must not throw and must not call the renderer.
class CallObserver {
 public:
  virtual ~CallObserver() = default;

  /// Called before a call; `name` is the name of its function, such as "glTextureStorage2D", with static storage
  /// duration. If it returns true, the call is not made: it fails as if out of memory.
  virtual bool before(std::string_view name) noexcept;
  /// The result of a call replaced by before(), by its name in its API, such as "VK_ERROR_DEVICE_LOST"; empty for out
  /// of memory. Vulkan only.
  [[nodiscard]] virtual std::string_view injected_result() const noexcept;

  /// Called after the call. `failure` is empty on success, otherwise the result, such as "GL_OUT_OF_MEMORY", with
  /// static storage duration.
  virtual void after(std::string_view name, std::string_view failure, CallClock::time_point start,
                     CallClock::time_point end) noexcept;
};

/// While it lives, `observer` sees the calls of this thread, in place of the previous observer.
class ObserveCalls {
 public:
  explicit ObserveCalls(CallObserver& observer) noexcept;
  ~ObserveCalls();
  ObserveCalls(const ObserveCalls&) = delete;
  ObserveCalls& operator=(const ObserveCalls&) = delete;

 private:
  CallObserver* former_;
};

}  // namespace texelscope::render

#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gpu/driver/device_box.h"
#include "gpu/graphics/gl_functions.h"
#include "gpu/object/stream/stream_box.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::gpu {

/// What is left to do for a registered resource that nobody uses any more.
struct GraphicsCleanup {
  GraphicsHandle resource;
  /// Where it is still mapped; null when it is not.
  std::shared_ptr<StreamBox> unmap_on;
  bool also_unregister = false;
};

/// Guards the state of all resources registered with one GL context. Work for GL happens on the context's thread only;
/// cleanups of other threads wait for the next call there.
class GLContextBox {
 public:
  /// Recursive, as a diagnostics handler may ask about the resource that it is told of.
  using Mutex = std::recursive_mutex;

  GLContextBox(std::shared_ptr<DeviceBox> device, std::unique_ptr<const graphics::GLFunctions> gl, InteropPath path,
               std::string reason);
  ~GLContextBox();
  GLContextBox(const GLContextBox&) = delete;
  GLContextBox& operator=(const GLContextBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] const graphics::GLFunctions& gl() const noexcept { return *gl_; }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  [[nodiscard]] driver::GraphicsAccess access() const noexcept { return {path_, gl_.get()}; }

  /// Begins work for GL. `action` says what for, such as "map". @throws InvalidState on another thread.
  [[nodiscard]] std::unique_lock<Mutex> enter(std::string_view action);
  /// Guards the state without work for GL, on any thread.
  [[nodiscard]] std::unique_lock<Mutex> lock() { return std::unique_lock{mutex_}; }
  /// With the lock held: cleans up, here or, called on another thread or while the stream of the mapping is recorded,
  /// at the next call on the context's thread that can.
  void clean_up(GraphicsCleanup cleanup) noexcept;
  [[nodiscard]] bool is_on_thread() const noexcept { return std::this_thread::get_id() == thread_; }

 private:
  void perform(const GraphicsCleanup& cleanup) noexcept;
  void perform_deferred() noexcept;

  std::shared_ptr<DeviceBox> device_;
  std::unique_ptr<const graphics::GLFunctions> gl_;
  InteropPath path_;
  std::string reason_;
  std::thread::id thread_ = std::this_thread::get_id();
  Mutex mutex_;
  std::vector<GraphicsCleanup> deferred_;
};

}  // namespace texelscope::gpu

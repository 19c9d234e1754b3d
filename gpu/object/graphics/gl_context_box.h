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

/// The remaining cleanup of a registered resource that is no longer used.
struct GraphicsCleanup {
  GraphicsHandle resource;
  /// The stream on which it is still mapped; null if it is not mapped.
  std::shared_ptr<StreamBox> unmap_on;
  bool also_unregister = false;
};

/// Guards the state of all resources registered with one GL context. GL calls are made on the context's thread only;
/// cleanups from other threads wait for the next call there.
class GLContextBox {
 public:
  /// Recursive, because a diagnostics handler may query the resource that the diagnostic is about.
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

  /// Starts GL work. `action` names it in errors, such as "map". @throws InvalidState on another thread.
  [[nodiscard]] std::unique_lock<Mutex> enter(std::string_view action);
  /// Locks the state without GL work, on any thread.
  [[nodiscard]] std::unique_lock<Mutex> lock() { return std::unique_lock{mutex_}; }
  /// With the lock held: cleans up immediately or, if called on another thread or while the stream of the mapping is
  /// recorded, at the next call on the context's thread where this is possible.
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

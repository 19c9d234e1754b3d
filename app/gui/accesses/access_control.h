#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/gui/accesses/scene_accesses.h"
#include "app/labs/access/access_lab.h"
#include "app/labs/kernel/kernel_lab.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// The frame of the scene in the window.
struct WindowFrame {
  /// Nothing before the first.
  std::optional<std::uint64_t> number;
  /// Whether another one will replace it in a moment.
  bool is_in_flight = false;
  /// Reads its pixels; empty before the first.
  std::function<Image()> read;
};

/// Makes the recordings of the Accesses lab, each on a thread of its own. A lab that is opened records what was shown
/// before, unless it has done so already.
class AccessControl {
 public:
  explicit AccessControl(State& state) : state_{state} {}
  AccessControl(const AccessControl&) = delete;
  AccessControl& operator=(const AccessControl&) = delete;
  ~AccessControl() { stop_.request_stop(); }

  /// Call once a frame.
  void update(const WindowFrame& shown);

 private:
  void note_opening(AccessLab& lab, std::size_t position, const WindowFrame& shown);
  void begin(AccessLab& lab, const AccessRequest& request, const WindowFrame& shown);
  void take(AccessLab& lab);
  void begin_scene(AccessLab& lab, const AccessRequest& request, const WindowFrame& shown);
  void begin_kernel(AccessLab& lab, const AccessRequest& request);
  [[nodiscard]] SceneMoment shown_moment(const WindowFrame& shown) const;
  /// Null if there is no Kernels lab.
  [[nodiscard]] const KernelLab* kernels() const;

  State& state_;
  /// The open lab in the last frame.
  std::optional<std::size_t> last_lab_;
  /// The last recording's.
  std::optional<SceneMoment> moment_;
  std::optional<KernelMoment> kernel_;
  std::stop_source stop_;
  bool is_detail_ = false;
  std::future<std::shared_ptr<const AccessStudy>> recording_;
};

}  // namespace texelscope::app

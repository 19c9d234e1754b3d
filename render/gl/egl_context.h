#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/gl/context_info.h"

namespace texelscope::render::gl {

/// One EGL device, for lists and checks.
struct EglDevice {
  std::string description;
  /// EGL_CUDA_DEVICE_NV, if the driver reports it.
  std::optional<int> cuda_ordinal;
  bool is_software = false;
};

/// The device for a windowless context.
struct EglChoice {
  /// Prefer the EGL device that is this CUDA device (EGL_NV_device_cuda).
  std::optional<int> cuda_ordinal;
};

/// A GL 4.5 core context with no window and no surface, current on the thread that created it. Uses the EGL device of
/// the requested CUDA device, otherwise a software device, else any device.
class EglContext {
 public:
  /// @throws Unavailable when no EGL device supports a GL 4.5 core context, with the attempts.
  explicit EglContext(const EglChoice& choice);
  ~EglContext();
  EglContext(EglContext&&) noexcept;
  EglContext& operator=(EglContext&&) noexcept;

  [[nodiscard]] const ContextInfo& info() const noexcept;
  /// The EGL device in use.
  [[nodiscard]] const EglDevice& device() const noexcept;
  [[nodiscard]] Loader loader() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// All EGL devices. If EGL is missing or cannot list them, the result is empty, and `reason` is set. Never throws.
[[nodiscard]] std::vector<EglDevice> find_egl_devices(std::string& reason);

}  // namespace texelscope::render::gl

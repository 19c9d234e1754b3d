#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "app/device/renderer_fault.h"
#include "render/common/call_observer.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::app {

/// Observes the renderer's calls of the thread that created it, during its lifetime: adds them to the trace of driver
/// calls, in a lane "GL" or "Vulkan", counts them, and makes one fail.
class RendererCalls final : public render::CallObserver {
 public:
  /// Either may be absent. @throws gpu::InvalidArgument for a result that Vulkan does not have.
  RendererCalls(std::shared_ptr<gpu::Trace> trace, std::optional<RendererFault> fault);

  bool before(std::string_view name) noexcept override;
  [[nodiscard]] std::string_view injected_result() const noexcept override;
  void after(std::string_view name, std::string_view failure, render::CallClock::time_point start,
             render::CallClock::time_point end) noexcept override;

  /// Calls counted so far: those that the fault may refer to, or all.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  /// The function that failed; empty before that.
  [[nodiscard]] std::string_view failed_call() const noexcept { return failed_call_; }

 private:
  std::shared_ptr<gpu::Trace> trace_;
  std::optional<RendererFault> fault_;
  std::uint64_t count_ = 0;
  std::string_view failed_call_;
  render::ObserveCalls observed_{*this};
};

}  // namespace texelscope::app

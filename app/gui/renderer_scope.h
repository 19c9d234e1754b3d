#pragma once

#include <memory>
#include <utility>

#include "app/workspace/state.h"

namespace texelscope::app {

/// The part of the state that refers to a renderer, for the renderer's lifetime.
class RendererScope {
 public:
  RendererScope(State& state, DeviceFacts facts, const gpu::Device& device, std::shared_ptr<GLImages> gl_images,
                std::shared_ptr<InteropTools> interop)
      : state_{state} {
    state.machine.facts = std::move(facts);
    state.device = device;
    state.gl_images = std::move(gl_images);
    state.interop = std::move(interop);
  }
  ~RendererScope() {
    // Labs own objects of the renderer.
    for (const std::unique_ptr<LabState>& lab : state_.labs.states) {
      lab->release();
    }
    state_.interop.reset();
    state_.gl_images.reset();
  }
  RendererScope(const RendererScope&) = delete;
  RendererScope& operator=(const RendererScope&) = delete;

 private:
  State& state_;
};

}  // namespace texelscope::app

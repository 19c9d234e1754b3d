#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/fake_driver.h"
#include "tests/support/fake_gl.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::tests {

/// Graphics resources on a fake driver and a fake GL: the contract above the driver interface. The program's tests
/// cover real GL contexts.
class GraphicsTest : public testing::Test {
 protected:
  void SetUp() override {
    fake_gl() = {};
    fake_gl().images[3] = {};
    fake_gl().images[4] = {};
    fake_gl().images[5] = {.target = GL_TEXTURE_2D_ARRAY, .width = 16, .height = 16, .depth = 3, .levels = 2};
    fake_gl().buffers[7] = 64;
  }
  void TearDown() override {
    other_stream.reset();
    stream.reset();
    context.reset();
    fake.device.reset();
    EXPECT_EQ(fake.live_objects->list(), std::vector<std::string>{});
    EXPECT_EQ(*fake.diagnostics, std::vector<std::string>{});
  }

  [[nodiscard]] gpu::GraphicsResource image(std::uint32_t name = 3) const {
    const GLenum target = fake_gl().images.at(name).target;
    return gpu::GraphicsResource::from_gl_image(*context, name, target, gpu::GraphicsFlags::surface_load_store);
  }
  [[nodiscard]] gpu::GraphicsResource buffer() const {
    return gpu::GraphicsResource::from_gl_buffer(*context, 7, gpu::GraphicsFlags::none);
  }
  [[nodiscard]] std::size_t mappings() const { return fake.live_objects->count(gpu::ObjectKind::mapping); }
  [[nodiscard]] std::size_t calls(const char* name) const { return fake.script->count(name); }

  FakeDevice fake;
  std::optional<gpu::GLContext> context{gpu::GLContext::from_current(*fake.device, fake_gl_loader())};
  std::optional<gpu::Stream> stream{fake.device->create_stream()};
  std::optional<gpu::Stream> other_stream{fake.device->create_stream()};
};

inline void on_another_thread(const std::function<void()>& function) { std::thread{function}.join(); }

}  // namespace texelscope::tests

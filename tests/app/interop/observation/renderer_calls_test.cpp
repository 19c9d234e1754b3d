#include "app/interop/observation/renderer_calls.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "render/common/error.h"
#include "render/gl/buffer.h"
#include "render/gl/context_info.h"
#include "render/gl/egl_context.h"
#include "render/gl/framebuffer.h"
#include "render/gl/gl_error.h"
#include "render/gl/program.h"
#include "render/gl/vertex_array.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using render::PixelFormat;

/// The message of the error that `work` throws while a call of the renderer fails; "no error" if it throws none.
template <class Work>
std::string error_with(const RendererFault& fault, Work work) {
  RendererCalls calls(nullptr, fault);
  try {
    work();
  } catch (const render::Error& error) {
    EXPECT_EQ(calls.failed_call(), fault.name);
    return error.what();
  }
  return "no error";
}

TEST(RendererCalls, AreInTheTraceWithTheirResults) {
  const auto trace = std::make_shared<gpu::Trace>();
  {
    const RendererCalls calls(trace, RendererFault{"glTextureStorage2D", 2});
    const render::gl::EglContext context({});
    const render::gl::Texture texture(PixelFormat::rgba8, 8, 8);
    EXPECT_THROW(render::gl::Texture(PixelFormat::rgba8, 8, 8), render::Error);
  }
  const std::vector<gpu::TraceRecord> records = trace->records();
  for (const char* name : {"eglGetPlatformDisplayEXT", "eglInitialize", "eglCreateContext", "eglMakeCurrent",
                           "gladLoadGL", "glCreateTextures", "glTextureStorage2D"}) {
    const auto found = std::ranges::find(records, name, &gpu::TraceRecord::name);
    ASSERT_NE(found, records.end()) << name;
    EXPECT_EQ(found->lane, "GL");
    EXPECT_EQ(found->failure, "") << name;
    EXPECT_LE(found->start_ns, found->end_ns);
  }
  EXPECT_EQ(records.back().name, "glTextureStorage2D");
  EXPECT_EQ(records.back().failure, "GL_OUT_OF_MEMORY");
}

TEST(RendererCalls, FailByNameInOneLineAndLeaveNothing) {
  const render::gl::EglContext context({});
  const auto expect_error = [](const RendererFault& fault, auto work) {
    const std::string error = error_with(fault, work);
    EXPECT_NE(error.find(fault.name), std::string::npos) << fault.name << ": " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    EXPECT_EQ(render::gl::live_objects(), std::vector<std::string>{}) << fault.name;
  };
  const auto texture = [] { const render::gl::Texture made(PixelFormat::rgba8, 8, 8); };
  const auto buffer = [] { const render::gl::Buffer made(64); };
  const auto framebuffer = [] { const render::gl::Framebuffer made(PixelFormat::rgba8, 8, 8); };
  const auto program = [] {
    const render::gl::Program made(render::gl::load_shader("viewport.vert"), render::gl::load_shader("viewport.frag"));
  };
  for (const char* name : {"glCreateTextures", "glTextureStorage2D"}) {
    expect_error({name}, texture);
  }
  for (const char* name : {"glCreateBuffers", "glNamedBufferStorage"}) {
    expect_error({name}, buffer);
  }
  for (const char* name : {"glCreateTextures", "glCreateFramebuffers", "glCheckNamedFramebufferStatus"}) {
    expect_error({name}, framebuffer);
  }
  for (const char* name : {"glCreateShader", "glCompileShader", "glCreateProgram", "glLinkProgram"}) {
    expect_error({name}, program);
  }
  expect_error({"glCreateShader", 2}, program);
  expect_error({"glCreateVertexArrays"}, [] { const render::gl::VertexArray made; });
  expect_error({"glTextureSubImage2D"}, [] {
    render::gl::Texture made(PixelFormat::rgba8, 1, 1);
    made.upload(std::vector<std::byte>(4));
  });
  expect_error({"glGetTextureSubImage"}, [] {
    const render::gl::Texture made(PixelFormat::rgba8, 1, 1);
    std::vector<std::byte> pixels(4);
    made.read({0, 0, 1, 1}, pixels);
  });
  expect_error({"glNamedBufferSubData"}, [] {
    render::gl::Buffer made(4);
    made.upload(std::vector<std::byte>(4));
  });
  expect_error({"glGetNamedBufferSubData"}, [] {
    const render::gl::Buffer made(4);
    std::vector<std::byte> bytes(4);
    made.read(bytes);
  });
  EXPECT_NO_THROW(texture()) << "the failed object affects no later one";
}

TEST(RendererCalls, ThatFailInEglTryTheNextDeviceAndListAllAttempts) {
  // Only the first attempt fails: either another device works, or none does, and the error lists all attempts.
  RendererCalls calls(nullptr, RendererFault{"eglCreateContext", 1});
  try {
    const render::gl::EglContext context({});
  } catch (const render::Unavailable& error) {
    EXPECT_NE(std::string(error.what()).find("eglCreateContext"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("EGL_BAD_ALLOC (0x3003)"), std::string::npos) << error.what();
  }
  EXPECT_EQ(calls.failed_call(), "eglCreateContext");
}

TEST(LiveGlObjects, AreThoseThatGlKnows) {
  const render::gl::EglContext context({});
  EXPECT_EQ(render::gl::live_objects(), std::vector<std::string>{});
  const render::gl::Framebuffer framebuffer(PixelFormat::rgba8, 8, 8);
  const render::gl::Buffer buffer(64);
  EXPECT_EQ(render::gl::live_objects().size(), 3U) << "a texture, a framebuffer and a buffer";
}

TEST(RendererFault, IsReadFromText) {
  EXPECT_EQ(renderer_fault_from_string("3"), (RendererFault{"", 3}));
  EXPECT_EQ(renderer_fault_from_string("glLinkProgram"), (RendererFault{"glLinkProgram", 1}));
  EXPECT_EQ(renderer_fault_from_string("eglInitialize:2"), (RendererFault{"eglInitialize", 2}));
  EXPECT_EQ(renderer_fault_from_string("vkQueuePresentKHR=VK_ERROR_OUT_OF_DATE_KHR"),
            (RendererFault{"vkQueuePresentKHR", 1, "VK_ERROR_OUT_OF_DATE_KHR"}));
  EXPECT_EQ(renderer_fault_from_string("vkQueueSubmit:3=VK_ERROR_DEVICE_LOST"),
            (RendererFault{"vkQueueSubmit", 3, "VK_ERROR_DEVICE_LOST"}));
  for (const char* text : {"", "0", "-1", "glLinkProgram:", "glLinkProgram:0", "cuMemcpyAsync", "gl", "glfw:1"}) {
    EXPECT_THROW(static_cast<void>(renderer_fault_from_string(text)), gpu::InvalidArgument) << text;
  }
}

}  // namespace
}  // namespace texelscope::app

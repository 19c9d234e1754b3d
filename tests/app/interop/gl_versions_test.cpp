#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "gpu/graphics/gl_formats.h"
#include "tests/app/interop/gl_version_context.h"
#include "tests/app/interop/gl_version_objects.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graphics_resource.h"

// Tests sharing with contexts other than the program's own: OpenGL 3.3, in the core and compatibility profiles, and ES
// 3.1. A driver provides the newest compatible version; GLVersions.Held… run these tests with Mesa limited to these
// versions.
namespace texelscope::gpu {
namespace {

using graphics::GLFormat;
using graphics::GLImage;
using tests::GLApi;

constexpr std::array apis{GLApi::core, GLApi::compatibility, GLApi::es};
const char* name_of(GLApi api) { return std::array{"Core", "Compatibility", "ES"}[static_cast<std::size_t>(api)]; }

class GLVersions : public tests::DeviceFixture, public testing::WithParamInterface<std::tuple<DeviceId, GLApi>> {
 protected:
  /// The size of every texture and renderbuffer.
  static constexpr int width = 13;
  static constexpr int height = 7;

  [[nodiscard]] DeviceId device_id() const override { return std::get<0>(GetParam()); }
  [[nodiscard]] GLApi api() const { return std::get<1>(GetParam()); }
  [[nodiscard]] bool is_es() const { return api() == GLApi::es; }

  void SetUp() override {
    DeviceFixture::SetUp();
    try {
      std::optional<int> ordinal;
      if (device_id().kind == DeviceKind::cuda) {
        ordinal = device_id().ordinal;
      }
      gl_context_.emplace(api(), ordinal);
    } catch (const render::Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
    objects_.emplace([](const char* name) { return eglGetProcAddress(name); }, is_es());
    context_.emplace(GLContext::from_current(device()));
  }
  void TearDown() override {
    if (objects_) {
      EXPECT_EQ(objects_->GetError(), static_cast<GLenum>(GL_NO_ERROR)) << "a GL error was left behind";
    }
    context_.reset();
    gl_context_.reset();
    DeviceFixture::TearDown();
  }

  /// Texels that GL transfers unchanged: without NaN, and with an alpha of 255 where GL has no alpha.
  std::vector<std::byte> some_texels(const GLFormat& format, std::size_t texels) {
    const std::size_t size = size_bytes(format.type);
    std::vector<std::byte> bytes(texels * static_cast<std::size_t>(format.num_channels) * size);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const bool is_alpha = format.is_without_alpha() && i % 4 == 3;
      const bool is_exponent = is_floating_point(format.type) && i % size == size - 1;
      bytes[i] = static_cast<std::byte>(is_alpha ? 0xFF : random_() & (is_exponent ? 0x3F : 0xFF));
    }
    return bytes;
  }

  /// Expects that the mapping's arrays contain GL's level 0, and that writes to the arrays change it.
  void round_trip(const GraphicsResource& resource, const GLImage& image, std::span<const std::byte> sent) {
    SCOPED_TRACE(image.format->name);
    const std::size_t layer_bytes = image.levels[0].size_bytes();
    std::vector<std::byte> written;
    {
      const Mapping mapping = resource.map(stream());
      for (unsigned layer = 0; layer < image.layers; ++layer) {
        const CUDAArray array = mapping.array(0, layer);
        EXPECT_EQ(array.descriptor().shape, image.levels[0].shape);
        std::vector<std::byte> found(layer_bytes);
        array.copy_to(std::span{found}, stream());
        stream().synchronize();
        // A driver that maps GL_RGB8 itself does not change the fourth byte.
        for (std::size_t i = 3; image.format->is_without_alpha() && i < found.size(); i += 4) {
          found[i] = std::byte{0xFF};
        }
        if (!sent.empty()) {
          EXPECT_EQ(found,
                    std::vector<std::byte>(sent.begin() + static_cast<std::ptrdiff_t>(layer * layer_bytes),
                                           sent.begin() + static_cast<std::ptrdiff_t>((layer + 1) * layer_bytes)));
        }
        const std::vector<std::byte> texels = some_texels(*image.format, layer_bytes / image.levels[0].element_size());
        array.copy_from(std::span<const std::byte>{texels}, stream());
        stream().synchronize();
        written.insert(written.end(), texels.begin(), texels.end());
      }
    }
    const std::vector<double> expected = tests::GLVersionObjects::numbers(*image.format, written);
    std::vector<double> found;
    const auto slices = static_cast<unsigned>(image.levels[0].shape.depth()) * image.layers;
    for (unsigned slice = 0; slice < slices; ++slice) {
      const std::vector<double> part = objects_->read(image, slice);
      found.insert(found.end(), part.begin(), part.end());
    }
    EXPECT_EQ(found, expected);
  }
  void round_trip(GLenum target, const GLFormat& format, int depth, int levels) {
    const auto texels = static_cast<std::size_t>(width) * height * static_cast<std::size_t>(depth);
    const std::vector<std::byte> sent = some_texels(format, texels);
    const int rows = target == GL_TEXTURE_CUBE_MAP ? width : height;
    const std::vector<std::byte> faces =
        target == GL_TEXTURE_CUBE_MAP ? some_texels(format, static_cast<std::size_t>(width) * width * 6) : sent;
    const GLuint name = objects_->make_texture(target, format, width, rows, depth, levels, faces);
    ASSERT_NE(name, 0U) << format.name;
    const auto resource = GraphicsResource::from_gl_image(*context_, name, GraphicsFlags::none);
    round_trip(resource, describe(name, target, format, rows, depth, levels), faces);
  }
  [[nodiscard]] static GLImage describe(GLuint name, GLenum target, const GLFormat& format, int rows, int depth,
                                        int levels) {
    GLImage image{name, target, &format, 1, {}};
    image.layers = target == GL_TEXTURE_CUBE_MAP ? 6 : target == GL_TEXTURE_2D_ARRAY ? static_cast<unsigned>(depth) : 1;
    for (int level = 0; level < levels; ++level) {
      const auto shrunk = [level](int size) { return static_cast<std::uint64_t>(std::max(1, size >> level)); };
      const Extent shape = target == GL_TEXTURE_3D ? Extent(shrunk(width), shrunk(rows), shrunk(depth))
                                                   : Extent(shrunk(width), shrunk(rows));
      image.levels.push_back({shape, format.type, format.num_channels, false});
    }
    return image;
  }
  [[nodiscard]] static const GLFormat& format_of(std::uint32_t internal_format) {
    return *graphics::find_gl_format(internal_format);
  }

  std::optional<tests::GLVersionContext> gl_context_;
  std::optional<tests::GLVersionObjects> objects_;
  std::optional<GLContext> context_;
  std::mt19937 random_{1};
};

TEST_P(GLVersions, HaveTheRequestedVersion) {
  GLint major = 0;
  GLint minor = 0;
  objects_->GetIntegerv(GL_MAJOR_VERSION, &major);
  objects_->GetIntegerv(GL_MINOR_VERSION, &minor);
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment.
  if (const char* const held = std::getenv(is_es() ? "MESA_GLES_VERSION_OVERRIDE" : "MESA_GL_VERSION_OVERRIDE");
      held != nullptr && device_id().kind == DeviceKind::cpu) {
    EXPECT_EQ(std::to_string(major) + "." + std::to_string(minor), std::string(held).substr(0, 3));
  }
  EXPECT_EQ(context_->path(), device_id().kind == DeviceKind::cpu ? InteropPath::through_host : InteropPath::direct);
}

TEST_P(GLVersions, MoveTexelsOfEveryFormatBothWays) {
  int moved = 0;
  for (const GLFormat& format : graphics::gl_formats()) {
    if (!format.is_accepted() || format.is_unsized() ||
        (format.is_compatibility_only && api() != GLApi::compatibility)) {
      continue;
    }
    round_trip(GL_TEXTURE_2D, format, 1, 1);
    ++moved;
  }
  EXPECT_EQ(moved, api() == GLApi::compatibility ? 72 : 32);
}

TEST_P(GLVersions, MoveEveryLayerOfEveryTarget) {
  round_trip(GL_TEXTURE_2D, format_of(GL_RG8), 1, 4);
  round_trip(GL_TEXTURE_3D, format_of(GL_R8), 3, 2);
  round_trip(GL_TEXTURE_2D_ARRAY, format_of(GL_RGBA32F), 3, 3);
  round_trip(GL_TEXTURE_CUBE_MAP, format_of(GL_RGBA8), 1, 3);
  if (!is_es()) {
    round_trip(GL_TEXTURE_RECTANGLE, format_of(GL_R16F), 1, 1);
  }
}

TEST_P(GLVersions, MoveRenderbuffers) {
  for (const std::uint32_t internal_format : {GL_RGBA8, GL_RGB8, GL_SRGB8_ALPHA8, GL_R16I, GL_RGBA32UI, GL_RGBA16F}) {
    const GLFormat& format = format_of(internal_format);
    const GLuint name = objects_->make_renderbuffer(internal_format, width, height);
    const auto resource = GraphicsResource::from_gl_image(*context_, name, GL_RENDERBUFFER, GraphicsFlags::none);
    round_trip(resource, describe(name, GL_RENDERBUFFER, format, height, 1, 1), {});
  }
}

TEST_P(GLVersions, MoveBuffers) {
  const std::vector<std::byte> sent = some_texels(format_of(GL_R8), 1001);
  const GLuint name = objects_->make_buffer(sent);
  const auto resource = GraphicsResource::from_gl_buffer(*context_, name, GraphicsFlags::none);
  const std::vector<std::byte> written = some_texels(format_of(GL_R8), 1001);
  {
    const Mapping mapping = resource.map(stream());
    std::vector<std::byte> found(sent.size());
    mapping.buffer().copy_to(std::span{found}, stream());
    mapping.buffer().copy_from(std::span<const std::byte>{written}, stream());
    stream().synchronize();
    EXPECT_EQ(found, sent);
  }
  EXPECT_EQ(objects_->read_buffer(name, sent.size()), written);
}

TEST_P(GLVersions, LeaveTheCallersStateAlone) {
  const std::vector<std::byte> texels = some_texels(format_of(GL_RGBA8), width * height);
  const GLuint other = objects_->make_texture(GL_TEXTURE_2D, format_of(GL_RGBA8), width, height, 1, 1, texels);
  const GLuint renderbuffer = objects_->make_renderbuffer(GL_RGBA8, width, height);
  const GLuint buffer = objects_->make_buffer(texels);
  GLuint framebuffer = 0;
  objects_->GenFramebuffers(1, &framebuffer);
  objects_->BindTexture(GL_TEXTURE_2D, other);
  objects_->BindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
  objects_->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  objects_->Enable(GL_SCISSOR_TEST);
  objects_->BindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
  objects_->BindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
  objects_->PixelStorei(GL_PACK_ROW_LENGTH, 40);
  objects_->PixelStorei(GL_UNPACK_SKIP_ROWS, 2);
  const auto expect_integer = [&](GLenum what, GLuint expected) {
    GLint value = -1;
    objects_->GetIntegerv(what, &value);
    EXPECT_EQ(value, static_cast<GLint>(expected)) << what;
  };
  for (const bool is_renderbuffer : {false, true}) {
    const auto resource =
        GraphicsResource::from_gl_image(*context_, is_renderbuffer ? renderbuffer : other,
                                        is_renderbuffer ? GL_RENDERBUFFER : GL_TEXTURE_2D, GraphicsFlags::none);
    static_cast<void>(resource.map(stream()));
  }
  expect_integer(GL_TEXTURE_BINDING_2D, other);
  expect_integer(GL_RENDERBUFFER_BINDING, renderbuffer);
  expect_integer(GL_READ_FRAMEBUFFER_BINDING, framebuffer);
  expect_integer(GL_DRAW_FRAMEBUFFER_BINDING, framebuffer);
  expect_integer(GL_PIXEL_PACK_BUFFER_BINDING, buffer);
  expect_integer(GL_PIXEL_UNPACK_BUFFER_BINDING, buffer);
  expect_integer(GL_PACK_ROW_LENGTH, 40);
  expect_integer(GL_UNPACK_SKIP_ROWS, 2);
  EXPECT_EQ(objects_->IsEnabled(GL_SCISSOR_TEST), GL_TRUE);
}

TEST_P(GLVersions, ScaleNoTexelByPixelTransferOperations) {
  if (api() != GLApi::compatibility) {
    return;
  }
  constexpr GLenum red_scale = 0x0D14;
  const auto set = reinterpret_cast<void (*)(GLenum, GLfloat)>(eglGetProcAddress("glPixelTransferf"));
  const auto get = reinterpret_cast<PFNGLGETFLOATVPROC>(eglGetProcAddress("glGetFloatv"));
  const GLFormat& format = format_of(GL_RGBA8);
  const std::vector<std::byte> sent = some_texels(format, width * height);
  const GLuint name = objects_->make_texture(GL_TEXTURE_2D, format, width, height, 1, 1, sent);
  const auto resource = GraphicsResource::from_gl_image(*context_, name, GraphicsFlags::none);
  set(red_scale, 0.5F);
  std::vector<std::byte> found(sent.size());
  {
    const Mapping mapping = resource.map(stream());
    mapping.array().copy_to(std::span{found}, stream());
    stream().synchronize();
  }
  GLfloat scale = 0.0F;
  get(red_scale, &scale);
  EXPECT_EQ(scale, 0.5F);
  set(red_scale, 1.0F);
  EXPECT_EQ(found, sent);
  const GLImage image = describe(name, GL_TEXTURE_2D, format, height, 1, 1);
  EXPECT_EQ(objects_->read(image, 0), tests::GLVersionObjects::numbers(format, sent));
}

TEST_P(GLVersions, ContinueInAnotherContextOfTheShareGroup) {
  const GLFormat& format = format_of(GL_RGBA8);
  const std::vector<std::byte> sent = some_texels(format, width * height);
  std::optional<tests::GLVersionContext> second;
  second.emplace(api(), std::nullopt, &*gl_context_);
  gl_context_->make_current();
  const GLuint name = objects_->make_texture(GL_TEXTURE_2D, format, width, height, 1, 1, sent);
  const auto resource = GraphicsResource::from_gl_image(*context_, name, GraphicsFlags::none);
  second->make_current();
  const GLContext destination = GLContext::from_current(device());
  resource.move_to(destination);
  gl_context_.reset();
  second->make_current();
  round_trip(resource, describe(name, GL_TEXTURE_2D, format, height, 1, 1), sent);
}

std::string parameter_name(const testing::TestParamInfo<GLVersions::ParamType>& info) {
  const testing::TestParamInfo<DeviceId> device{std::get<0>(info.param), info.index};
  return std::string{name_of(std::get<1>(info.param))} + "_" + tests::device_test_name(device);
}

INSTANTIATE_TEST_SUITE_P(On, GLVersions,
                         testing::Combine(testing::ValuesIn(tests::devices_to_test()), testing::ValuesIn(apis)),
                         parameter_name);

}  // namespace
}  // namespace texelscope::gpu

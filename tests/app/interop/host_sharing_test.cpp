#include "gpu/graphics/host_sharing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "gpu/driver/observed_driver.h"
#include "gpu/driver/open_driver.h"
#include "gpu/graphics/gl_formats.h"
#include "render/common/error.h"
#include "render/gl/egl_context.h"
#include "tests/app/interop/gl_objects.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::gpu::graphics {
namespace {

using driver::Driver;

/// Which device shares, and whether texels pass through a page-locked buffer or lie in host memory anyway.
enum class Way { cpu_in_place, cpu_staged, cuda_staged };

std::string way_name(const testing::TestParamInfo<Way>& info) {
  return std::array{"CpuInPlace", "CpuStaged", "CudaStaged"}[static_cast<std::size_t>(info.param)];
}

std::vector<Way> ways() {
  std::vector<Way> result{Way::cpu_in_place, Way::cpu_staged};
  try {
    static_cast<void>(driver::count_cuda_devices());
    result.push_back(Way::cuda_staged);
  } catch (const Error&) {
    // No CUDA device here; the list of devices of other tests says why.
  }
  return result;
}

class HostSharingTest : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    try {
      gl_context_.emplace(render::gl::EglChoice{});
    } catch (const render::Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
    gl_ = load_gl_functions(gl_context_->loader());
    objects_.emplace(gl_context_->loader());
    open({});
  }

  void TearDown() override {
    if (!objects_) {
      return;
    }
    EXPECT_EQ(objects_->take_error(), static_cast<GLenum>(GL_NO_ERROR)) << "a GL error was left behind";
    close();
    objects_.reset();
  }

  /// Starts the device; also `observer` sees its calls.
  void open(std::shared_ptr<CallObserver> observer) {
    live_objects_ = std::make_shared<LiveObjects>();
    const DeviceId id{GetParam() == Way::cuda_staged ? DeviceKind::cuda : DeviceKind::cpu, 0};
    std::vector<std::shared_ptr<CallObserver>> observers{live_objects_};
    if (observer) {
      observers.insert(observers.begin(), observer);
    }
    driver_ = driver::observe(driver::open_driver(id), observers);
    driver::ContextRetain retain;
    ASSERT_EQ(driver_->perform(retain), Status::success);
    driver::StreamCreate create;
    ASSERT_EQ(driver_->perform(create), Status::success);
    stream_ = create.created;
    if (GetParam() != Way::cpu_in_place) {
      sharing_.emplace(*driver_, nullptr);
    }
  }
  void close() {
    driver::StreamDestroy destroy{stream_};
    EXPECT_EQ(driver_->perform(destroy), Status::success);
    driver::ContextRelease release;
    EXPECT_EQ(driver_->perform(release), Status::success);
    // A mapping that ended with an error, or with its resource, was never given back by a call that succeeded.
    EXPECT_EQ(live_objects_->count() - live_objects_->count(ObjectKind::mapping), 0U)
        << testing::PrintToString(live_objects_->list());
    sharing_.reset();
    driver_.reset();
  }

  template <class Call>
  Status perform(Call& call) {
    call.access = {InteropPath::through_host, gl_.get()};
    return sharing_ ? sharing_->perform(call) : driver_->perform(call);
  }

  GraphicsHandle register_image(GLuint name, GLenum target, GraphicsFlags flags = GraphicsFlags::surface_load_store) {
    driver::GraphicsRegisterImage call{.access = {}, .name = name, .target = target, .flags = flags};
    EXPECT_EQ(perform(call), Status::success);
    return call.resource;
  }
  GraphicsHandle register_buffer(GLuint name, GraphicsFlags flags) {
    driver::GraphicsRegisterBuffer call{.access = {}, .name = name, .flags = flags};
    EXPECT_EQ(perform(call), Status::success);
    return call.resource;
  }
  Status map(std::vector<GraphicsHandle> resources) {
    driver::GraphicsMap call{.access = {}, .resources = resources, .stream = stream_};
    return perform(call);
  }
  Status unmap(std::vector<GraphicsHandle> resources) {
    driver::GraphicsUnmap call{.access = {}, .resources = resources, .stream = stream_};
    return perform(call);
  }
  Status unregister(GraphicsHandle resource) {
    driver::GraphicsUnregister call{.access = {}, .resource = resource};
    return perform(call);
  }
  driver::GraphicsMappedArray mapped_array(GraphicsHandle resource, unsigned layer = 0, unsigned level = 0) {
    driver::GraphicsMappedArray call{.access = {}, .resource = resource, .layer = layer, .level = level};
    EXPECT_EQ(perform(call), Status::success);
    return call;
  }

  void copy(const driver::GraphicsMappedArray& array, void* memory, bool is_to_array) {
    driver::ArrayCopySide in_array;
    in_array.array = array.array;
    driver::ArrayCopySide linear;
    linear.pointer.value = reinterpret_cast<std::uint64_t>(memory);
    linear.row_pitch_bytes = array.descriptor.shape.width() * array.descriptor.element_size();
    linear.rows_per_slice = array.descriptor.shape.height();
    driver::ArrayCopy call{is_to_array ? in_array : linear, is_to_array ? linear : in_array, array.descriptor.shape,
                           array.descriptor.element_size(), stream_};
    EXPECT_EQ(driver_->perform(call), Status::success);
    driver::StreamSynchronize synchronize{stream_};
    EXPECT_EQ(driver_->perform(synchronize), Status::success);
  }
  std::vector<std::byte> read_array(const driver::GraphicsMappedArray& array) {
    std::vector<std::byte> texels(array.descriptor.size_bytes());
    copy(array, texels.data(), false);
    return texels;
  }
  void write_array(const driver::GraphicsMappedArray& array, std::vector<std::byte> texels) {
    ASSERT_EQ(texels.size(), array.descriptor.size_bytes());
    copy(array, texels.data(), true);
  }

  /// Values that GL moves without a change: no NaN, and an alpha of 255 where GL has none.
  std::vector<std::byte> some_texels(const GLImage& image, std::size_t level, std::size_t layers) {
    std::vector<std::byte> texels(image.levels[level].size_bytes() * layers);
    const DataType type = image.format->type;
    for (std::size_t i = 0; i < texels.size(); ++i) {
      texels[i] = static_cast<std::byte>(random_() & 0xFF);
    }
    if (is_floating_point(type)) {
      const std::size_t size = size_bytes(type);
      for (std::size_t i = size - 1; i < texels.size(); i += size) {
        texels[i] &= std::byte{0x3F};
      }
    }
    for (std::size_t i = 3; image.format->internal_format == GL_RGB8 && i < texels.size(); i += 4) {
      texels[i] = std::byte{0xFF};
    }
    return texels;
  }

  /// Fills every layer and level by GL, finds it in the arrays, fills those, and finds that in GL.
  void round_trip(GLuint name, GLenum target) {
    const GLImage image = describe_gl_image(*gl_, name, target);
    std::vector<std::vector<std::byte>> sent;
    for (std::size_t level = 0; level < image.levels.size(); ++level) {
      sent.push_back(some_texels(image, level, image.layers));
      objects_->write(image, static_cast<int>(level), sent.back());
    }
    const GraphicsHandle resource = register_image(name, target);
    ASSERT_EQ(map({resource}), Status::success);
    std::vector<std::vector<std::byte>> written(image.levels.size());
    for (unsigned level = 0; level < image.levels.size(); ++level) {
      for (unsigned layer = 0; layer < image.layers; ++layer) {
        const auto array = mapped_array(resource, layer, level);
        EXPECT_EQ(array.descriptor.shape, image.levels[level].shape);
        EXPECT_TRUE(array.descriptor.is_surface_load_store);
        const std::size_t size = image.levels[level].size_bytes();
        const auto first = sent[level].begin() + static_cast<std::ptrdiff_t>(layer * size);
        EXPECT_EQ(read_array(array), std::vector<std::byte>(first, first + static_cast<std::ptrdiff_t>(size)))
            << image.format->name << " layer " << layer << " level " << level;
        const std::vector<std::byte> texels = some_texels(image, level, 1);
        write_array(array, texels);
        written[level].insert(written[level].end(), texels.begin(), texels.end());
      }
    }
    ASSERT_EQ(unmap({resource}), Status::success);
    for (std::size_t level = 0; level < image.levels.size(); ++level) {
      EXPECT_EQ(objects_->read(image, static_cast<int>(level)), written[level])
          << image.format->name << " level " << level;
    }
    EXPECT_EQ(unregister(resource), Status::success);
  }

  /// Shares two objects, twice; stops at the first failure and then cleans up, like the object layer.
  Status run_session(GLuint texture, GLuint buffer) {
    Status first = Status::success;
    const auto attempt = [&first](Status status) {
      first = first == Status::success ? status : first;
      return status == Status::success;
    };
    driver::GraphicsRegisterImage image{.access = {}, .name = texture, .target = GL_TEXTURE_2D};
    if (!attempt(perform(image))) {
      return first;
    }
    driver::GraphicsRegisterBuffer linear{.access = {}, .name = buffer};
    if (attempt(perform(linear))) {
      for (int round = 0; round < 2; ++round) {
        if (attempt(map({image.resource, linear.resource}))) {
          attempt(unmap({image.resource, linear.resource}));
        }
      }
      attempt(unregister(linear.resource));
    }
    attempt(unregister(image.resource));
    return first;
  }

  std::optional<render::gl::EglContext> gl_context_;
  std::unique_ptr<const GLFunctions> gl_;
  std::optional<tests::GLObjects> objects_;
  std::shared_ptr<LiveObjects> live_objects_;
  std::unique_ptr<Driver> driver_;
  std::optional<HostSharing> sharing_;
  StreamHandle stream_;
  std::mt19937 random_{1};
};

INSTANTIATE_TEST_SUITE_P(By, HostSharingTest, testing::ValuesIn(ways()), way_name);

TEST_P(HostSharingTest, MovesTexelsOfEveryFormatBothWays) {
  for (const GLFormat& format : gl_formats()) {
    const bool is_unsized =
        format.internal_format == GL_RED || format.internal_format == GL_RG || format.internal_format == GL_RGBA;
    if (format.is_accepted() && !is_unsized) {
      round_trip(objects_->make_texture(GL_TEXTURE_2D, format.internal_format, 13, 7), GL_TEXTURE_2D);
    }
  }
}

TEST_P(HostSharingTest, MovesEveryLayerAndLevelOfEveryTarget) {
  round_trip(objects_->make_texture(GL_TEXTURE_2D, GL_RG8, 13, 7, 1, 4), GL_TEXTURE_2D);
  round_trip(objects_->make_texture(GL_TEXTURE_RECTANGLE, GL_R16F, 13, 7), GL_TEXTURE_RECTANGLE);
  round_trip(objects_->make_texture(GL_TEXTURE_3D, GL_R8, 9, 5, 3, 2), GL_TEXTURE_3D);
  round_trip(objects_->make_texture(GL_TEXTURE_2D_ARRAY, GL_RGBA32F, 9, 5, 3, 3), GL_TEXTURE_2D_ARRAY);
  round_trip(objects_->make_texture(GL_TEXTURE_CUBE_MAP, GL_R8, 7, 7, 1, 3), GL_TEXTURE_CUBE_MAP);
}

TEST_P(HostSharingTest, MovesRenderbuffers) {
  const GLuint name = objects_->make_renderbuffer(GL_RGBA8, 13, 7);
  objects_->clear_renderbuffer(name, {1.0F, 0.0F, 0.2F, 0.4F});
  const GLImage image = describe_gl_image(*gl_, name, GL_RENDERBUFFER);
  const GraphicsHandle resource = register_image(name, GL_RENDERBUFFER);
  ASSERT_EQ(map({resource}), Status::success);
  const auto array = mapped_array(resource);
  const std::vector<std::byte> fetched = read_array(array);
  const std::array<std::byte, 4> color{std::byte{255}, std::byte{0}, std::byte{51}, std::byte{102}};
  EXPECT_TRUE(std::equal(color.begin(), color.end(), fetched.end() - 4));
  const std::vector<std::byte> texels = some_texels(image, 0, 1);
  write_array(array, texels);
  ASSERT_EQ(unmap({resource}), Status::success);
  EXPECT_EQ(objects_->read_renderbuffer(image), texels);
  EXPECT_EQ(unregister(resource), Status::success);
}

TEST_P(HostSharingTest, MovesBuffersWhateverTheirStorageAllows) {
  std::vector<std::byte> bytes(1001);
  std::ranges::generate(bytes, [this] { return static_cast<std::byte>(random_() & 0xFF); });
  const GLuint name = objects_->make_buffer(bytes);
  const GraphicsHandle resource = register_buffer(name, GraphicsFlags::none);
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(map({resource}), Status::success);
    driver::GraphicsMappedPointer mapped{.access = {}, .resource = resource};
    ASSERT_EQ(perform(mapped), Status::success);
    ASSERT_EQ(mapped.size_bytes, bytes.size());
    std::vector<std::byte> fetched(bytes.size());
    driver::MemoryCopy out{{reinterpret_cast<std::uint64_t>(fetched.data())}, mapped.pointer, fetched.size(), stream_};
    ASSERT_EQ(driver_->perform(out), Status::success);
    driver::StreamSynchronize synchronize{stream_};
    ASSERT_EQ(driver_->perform(synchronize), Status::success);
    EXPECT_EQ(fetched, bytes);
    driver::MemoryFill fill{mapped.pointer, static_cast<std::uint8_t>(17 + round), mapped.size_bytes, stream_};
    ASSERT_EQ(driver_->perform(fill), Status::success);
    ASSERT_EQ(unmap({resource}), Status::success);
    std::ranges::fill(bytes, static_cast<std::byte>(17 + round));
    EXPECT_EQ(objects_->read_buffer(name, bytes.size()), bytes);
  }
  EXPECT_EQ(unregister(resource), Status::success);
}

TEST_P(HostSharingTest, FetchesNothingThatIsDiscarded) {
  const GLuint name = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7);
  auto watched = std::make_unique<GLFunctions>(*gl_);
  watched->GetTextureSubImage = [](auto...) { ADD_FAILURE() << "texels were fetched"; };
  gl_ = std::move(watched);
  const GraphicsHandle resource = register_image(name, GL_TEXTURE_2D, GraphicsFlags::write_discard);
  ASSERT_EQ(map({resource}), Status::success);
  const auto array = mapped_array(resource);
  EXPECT_FALSE(array.descriptor.is_surface_load_store) << "the flags of the registration decide it";
  const GLImage image = describe_gl_image(*gl_, name, GL_TEXTURE_2D);
  const std::vector<std::byte> texels = some_texels(image, 0, 1);
  write_array(array, texels);
  ASSERT_EQ(unmap({resource}), Status::success);
  EXPECT_EQ(objects_->read(image, 0), texels);
  EXPECT_EQ(unregister(resource), Status::success);
}

TEST_P(HostSharingTest, WritesNothingBackThatIsReadOnly) {
  const GLuint name = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7);
  const GLImage image = describe_gl_image(*gl_, name, GL_TEXTURE_2D);
  const std::vector<std::byte> texels = some_texels(image, 0, 1);
  objects_->write(image, 0, texels);
  const GraphicsHandle resource = register_image(name, GL_TEXTURE_2D, GraphicsFlags::read_only);
  ASSERT_EQ(map({resource}), Status::success);
  const auto array = mapped_array(resource);
  EXPECT_EQ(read_array(array), texels);
  write_array(array, some_texels(image, 0, 1));
  ASSERT_EQ(unmap({resource}), Status::success);
  EXPECT_EQ(objects_->read(image, 0), texels);
  EXPECT_EQ(unregister(resource), Status::success);
}

TEST_P(HostSharingTest, LeavesTheCallersTransferStateAlone) {
  constexpr std::array<std::pair<GLenum, GLint>, 16> state{{{GL_PACK_ALIGNMENT, 8},
                                                            {GL_PACK_SWAP_BYTES, 1},
                                                            {GL_PACK_LSB_FIRST, 1},
                                                            {GL_PACK_ROW_LENGTH, 100},
                                                            {GL_PACK_IMAGE_HEIGHT, 50},
                                                            {GL_PACK_SKIP_ROWS, 2},
                                                            {GL_PACK_SKIP_PIXELS, 3},
                                                            {GL_PACK_SKIP_IMAGES, 1},
                                                            {GL_UNPACK_ALIGNMENT, 2},
                                                            {GL_UNPACK_SWAP_BYTES, 1},
                                                            {GL_UNPACK_LSB_FIRST, 1},
                                                            {GL_UNPACK_ROW_LENGTH, 99},
                                                            {GL_UNPACK_IMAGE_HEIGHT, 40},
                                                            {GL_UNPACK_SKIP_ROWS, 4},
                                                            {GL_UNPACK_SKIP_PIXELS, 5},
                                                            {GL_UNPACK_SKIP_IMAGES, 2}}};
  const GLuint name = objects_->make_texture(GL_TEXTURE_3D, GL_RG16, 5, 4, 3);
  const GLImage image = describe_gl_image(*gl_, name, GL_TEXTURE_3D);
  const std::vector<std::byte> texels = some_texels(image, 0, 1);
  objects_->write(image, 0, texels);
  const GLuint pixel_buffer = objects_->make_buffer(std::vector<std::byte>(4));
  const GraphicsHandle resource = register_image(name, GL_TEXTURE_3D);

  for (const auto& [parameter, value] : state) {
    objects_->set_pixel_store(parameter, value);
  }
  objects_->bind_buffer(GL_PIXEL_PACK_BUFFER, pixel_buffer);
  objects_->bind_buffer(GL_PIXEL_UNPACK_BUFFER, pixel_buffer);
  ASSERT_EQ(map({resource}), Status::success);
  EXPECT_EQ(read_array(mapped_array(resource)), texels);
  ASSERT_EQ(unmap({resource}), Status::success);
  EXPECT_EQ(objects_->integer(GL_PIXEL_PACK_BUFFER_BINDING), static_cast<GLint>(pixel_buffer));
  EXPECT_EQ(objects_->integer(GL_PIXEL_UNPACK_BUFFER_BINDING), static_cast<GLint>(pixel_buffer));
  objects_->bind_buffer(GL_PIXEL_PACK_BUFFER, 0);
  objects_->bind_buffer(GL_PIXEL_UNPACK_BUFFER, 0);
  for (const auto& [parameter, value] : state) {
    EXPECT_EQ(objects_->integer(parameter), value) << parameter;
    objects_->set_pixel_store(parameter, parameter == GL_PACK_ALIGNMENT || parameter == GL_UNPACK_ALIGNMENT ? 4 : 0);
  }
  EXPECT_EQ(objects_->read(image, 0), texels);
  EXPECT_EQ(unregister(resource), Status::success);
}

TEST_P(HostSharingTest, LeavesTheCallersErrorPendingAndIsNotMisledByIt) {
  const GLuint name = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7);
  const GraphicsHandle resource = register_image(name, GL_TEXTURE_2D);
  const std::array<std::pair<GLenum, void (*)(const tests::GLObjects&)>, 3> errors{
      {{GL_INVALID_ENUM, [](const tests::GLObjects& gl) { gl.set_pixel_store(GL_NONE, 0); }},
       {GL_INVALID_VALUE, [](const tests::GLObjects& gl) { gl.set_pixel_store(GL_PACK_ALIGNMENT, 3); }},
       {GL_INVALID_OPERATION, [](const tests::GLObjects& gl) { gl.bind_buffer(GL_PIXEL_PACK_BUFFER, 12345); }}}};
  for (const auto& [error, provoke] : errors) {
    provoke(*objects_);
    EXPECT_EQ(map({resource}), Status::success);
    EXPECT_EQ(objects_->take_error(), error);
    provoke(*objects_);
    EXPECT_EQ(unmap({resource}), Status::success);
    EXPECT_EQ(objects_->take_error(), error);
    EXPECT_EQ(objects_->take_error(), static_cast<GLenum>(GL_NO_ERROR));
  }
  EXPECT_EQ(unregister(resource), Status::success);
}

TEST_P(HostSharingTest, ReportsTexturesThatAreGoneAndMapsAllOrNone) {
  const GLuint kept = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7);
  const GLuint deleted = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7);
  const GraphicsHandle first = register_image(kept, GL_TEXTURE_2D);
  const GraphicsHandle second = register_image(deleted, GL_TEXTURE_2D);
  objects_->delete_texture(deleted);
  EXPECT_EQ(map({first, second}), Status::map_failed);
  EXPECT_EQ(unmap({first}), Status::not_mapped);
  EXPECT_EQ(map({first}), Status::success);
  EXPECT_EQ(unmap({first}), Status::success);
  EXPECT_EQ(unregister(first), Status::success);
  EXPECT_EQ(unregister(second), Status::success);
}

TEST_P(HostSharingTest, EndsTheMappingAlsoWhenWritingBackFails) {
  const GLuint name = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7);
  const GraphicsHandle resource = register_image(name, GL_TEXTURE_2D);
  ASSERT_EQ(map({resource}), Status::success);
  objects_->delete_texture(name);
  EXPECT_EQ(unmap({resource}), Status::unmap_failed);
  EXPECT_EQ(unmap({resource}), Status::not_mapped);
  EXPECT_EQ(unregister(resource), Status::success);
}

TEST_P(HostSharingTest, KnowsItsHandlesAndWhatIsMapped) {
  const GLuint name = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7, 1, 2);
  const GLuint buffer_name = objects_->make_buffer(std::vector<std::byte>(16));
  const GraphicsHandle image = register_image(name, GL_TEXTURE_2D);
  const GraphicsHandle buffer = register_buffer(buffer_name, GraphicsFlags::none);
  EXPECT_EQ(map({}), Status::invalid_value);
  EXPECT_EQ(map({GraphicsHandle{12345}}), Status::invalid_handle);
  EXPECT_EQ(map({image, image}), Status::already_mapped);
  EXPECT_EQ(unmap({image}), Status::not_mapped);
  driver::GraphicsMappedArray array{.access = {}, .resource = image};
  EXPECT_EQ(perform(array), Status::not_mapped);
  ASSERT_EQ(map({image, buffer}), Status::success);
  EXPECT_EQ(map({image}), Status::already_mapped);
  EXPECT_EQ(unmap({image, image}), Status::not_mapped);
  array.layer = 1;
  EXPECT_EQ(perform(array), Status::invalid_value);
  array.layer = 0;
  array.level = 2;
  EXPECT_EQ(perform(array), Status::invalid_value);
  array.level = 0;
  array.resource = buffer;
  EXPECT_NE(perform(array), Status::success);
  driver::GraphicsMappedPointer pointer{.access = {}, .resource = image};
  EXPECT_NE(perform(pointer), Status::success);
  EXPECT_EQ(unmap({buffer, image}), Status::success);
  EXPECT_EQ(unregister(buffer), Status::success);
  EXPECT_EQ(unregister(image), Status::success);
  EXPECT_EQ(unregister(image), Status::invalid_handle);
  EXPECT_EQ(map({image}), Status::invalid_handle);
}

TEST_P(HostSharingTest, RefusesWhatDescribeRefuses) {
  driver::GraphicsRegisterImage image{.access = {}, .name = 999, .target = GL_TEXTURE_2D};
  EXPECT_EQ(perform(image), Status::invalid_value);
  driver::GraphicsRegisterBuffer buffer{.access = {}, .name = 999};
  EXPECT_EQ(perform(buffer), Status::invalid_value);
}

TEST_P(HostSharingTest, FreesWhatIsUnregisteredWhileMapped) {
  const GraphicsHandle image = register_image(objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7), GL_TEXTURE_2D);
  const GraphicsHandle buffer = register_buffer(objects_->make_buffer(std::vector<std::byte>(16)), GraphicsFlags::none);
  ASSERT_EQ(map({image, buffer}), Status::success);
  EXPECT_EQ(unregister(image), Status::success);
  EXPECT_EQ(unregister(buffer), Status::success);
}

TEST_P(HostSharingTest, RefusesThreadsWithoutAGLContext) {
  const GraphicsHandle resource = register_image(objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7), GL_TEXTURE_2D);
  std::thread([&] { EXPECT_EQ(map({resource}), Status::invalid_graphics_context); }).join();
  EXPECT_EQ(map({resource}), Status::success);
  std::thread([&] { EXPECT_EQ(unmap({resource}), Status::invalid_graphics_context); }).join();
  EXPECT_EQ(unregister(resource), Status::success);
}

TEST_P(HostSharingTest, LeavesNothingBehindWhicheverCallFails) {
  const GLuint texture = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7, 1, 2);
  const GLuint buffer = objects_->make_buffer(std::vector<std::byte>(16));
  // Call 0 does not exist: the first round counts. Two calls start the device.
  std::uint64_t count = 0;
  for (std::uint64_t nth = 0; nth <= count; nth = nth == 0 ? 3 : nth + 1) {
    close();
    const auto fault = std::make_shared<FaultInjector>(nth, Status::unknown);
    open(fault);
    const Status status = run_session(texture, buffer);
    if (nth == 0) {
      EXPECT_EQ(status, Status::success);
      count = fault->count();
    } else {
      EXPECT_TRUE(fault->has_fired()) << "call " << nth << " of " << count;
      EXPECT_EQ(status, Status::unknown) << "call " << nth << " of " << count;
    }
    // What is left is found by close(), in the next round or in TearDown.
  }
  EXPECT_GT(count, 3U);
}

}  // namespace
}  // namespace texelscope::gpu::graphics

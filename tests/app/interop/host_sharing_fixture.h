#pragma once

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gpu/driver/driver_decorator.h"
#include "gpu/driver/open_driver.h"
#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/host_sharing.h"
#include "render/common/error.h"
#include "render/gl/egl_context.h"
#include "tests/app/interop/gl_objects.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::gpu::graphics {
/// The sharing device, and whether texels are staged in a pinned buffer or already are in host memory.
enum class Way { cpu_in_place, cpu_staged, cuda_staged };

inline std::string way_name(const testing::TestParamInfo<Way>& info) {
  return std::array{"CpuInPlace", "CpuStaged", "CudaStaged"}[static_cast<std::size_t>(info.param)];
}

inline std::vector<Way> ways() {
  std::vector<Way> result{Way::cpu_in_place, Way::cpu_staged};
  try {
    static_cast<void>(driver::count_cuda_devices());
    result.push_back(Way::cuda_staged);
  } catch (const Error&) {
    // There is no CUDA device; the device list of the other tests reports the reason.
  }
  return result;
}

/// Shares objects of a windowless GL context through calls of the driver seam. Fails a test that leaves driver objects
/// or a GL error behind.
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

  /// Starts the device; `observer` also sees its calls.
  void open(const std::shared_ptr<CallObserver>& observer) {
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
    // Mappings are not counted: one that ended because of an error, or together with its resource, was never unmapped
    // by a successful call.
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

  /// The status and result of a request for all levels and layers.
  std::pair<Status, driver::GraphicsMappedMipmappedArray> mapped_whole(GraphicsHandle resource) {
    driver::GraphicsMappedMipmappedArray call{.access = {}, .resource = resource};
    const Status status = perform(call);
    return {status, call};
  }

  /// Delays the stream's later work, so that a call that should wait for it and does not is noticed.
  void hold_back_stream() {
    driver::HostCall call{[](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(100)); }, nullptr, stream_};
    EXPECT_EQ(driver_->perform(call), Status::success);
  }

  void schedule_copy(const driver::GraphicsMappedArray& array, void* memory, bool is_to_array) {
    driver::ArrayCopySide in_array;
    in_array.array = array.array;
    driver::ArrayCopySide linear;
    linear.pointer.value = reinterpret_cast<std::uint64_t>(memory);
    linear.row_pitch_bytes = array.descriptor.shape.width() * array.descriptor.element_size();
    linear.rows_per_slice = array.descriptor.shape.height();
    driver::ArrayCopy call{is_to_array ? in_array : linear, is_to_array ? linear : in_array, array.descriptor.shape,
                           array.descriptor.element_size(), stream_};
    EXPECT_EQ(driver_->perform(call), Status::success);
  }
  void copy(const driver::GraphicsMappedArray& array, void* memory, bool is_to_array) {
    schedule_copy(array, memory, is_to_array);
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

  /// Texels that GL transfers unchanged: without NaN, and with an alpha of 255 where GL has no alpha.
  std::vector<std::byte> some_texels(const GLImage& image, std::size_t level, std::size_t layers) {
    std::vector<std::byte> texels(image.levels[level].size_bytes() * layers);
    const DataType type = image.format->type;
    for (std::byte& byte : texels) {
      byte = static_cast<std::byte>(random_() & 0xFF);
    }
    if (is_floating_point(type)) {
      const std::size_t size = size_bytes(type);
      for (std::size_t i = size - 1; i < texels.size(); i += size) {
        texels[i] &= std::byte{0x3F};
      }
    }
    for (std::size_t i = 3; image.format->is_without_alpha() && i < texels.size(); i += 4) {
      texels[i] = std::byte{0xFF};
    }
    return texels;
  }

  /// Fills every layer and level with GL and compares the arrays; then fills the arrays and compares GL's texels.
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

  /// Shares two objects twice. Stops at the first failure and then cleans up, as the object layer does.
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
  std::unique_ptr<driver::Driver> driver_;
  std::optional<HostSharing> sharing_;
  StreamHandle stream_;
  std::mt19937 random_{1};
};

}  // namespace texelscope::gpu::graphics

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "tests/app/interop/host_sharing_fixture.h"
#include "texelscope/gpu/fault_injector.h"

namespace texelscope::gpu::graphics {
namespace {

INSTANTIATE_TEST_SUITE_P(By, HostSharingTest, testing::ValuesIn(ways()), way_name);

TEST_P(HostSharingTest, MovesTexelsOfEveryFormatBothWays) {
  for (const GLFormat& format : gl_formats()) {
    if (format.is_accepted() && !format.is_unsized() && !format.is_compatibility_only) {
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

TEST_P(HostSharingTest, HasAllLevelsAsOneAndLayersWhereTheHostReachesThem) {
  for (const auto& [target, kind] : {std::pair{GL_TEXTURE_2D, ArrayKind::plain},
                                     {GL_TEXTURE_3D, ArrayKind::plain},
                                     {GL_TEXTURE_2D_ARRAY, ArrayKind::layered},
                                     {GL_TEXTURE_CUBE_MAP, ArrayKind::cube_map}}) {
    const GLuint name = objects_->make_texture(static_cast<GLenum>(target), GL_R8, 8, 8, 4, 2);
    const GraphicsHandle resource = register_image(name, static_cast<GLenum>(target), GraphicsFlags::none);
    EXPECT_EQ(mapped_whole(resource).first, Status::not_mapped);
    ASSERT_EQ(map({resource}), Status::success);
    const auto [status, whole] = mapped_whole(resource);
    if (kind != ArrayKind::plain && GetParam() != Way::cpu_in_place) {
      EXPECT_EQ(status, Status::not_supported) << gl_target_name(static_cast<std::uint32_t>(target));
    } else {
      ASSERT_EQ(status, Status::success);
      EXPECT_TRUE(static_cast<bool>(whole.array));
      EXPECT_EQ(whole.descriptor.kind, kind);
      EXPECT_EQ(whole.descriptor.num_layers, target == GL_TEXTURE_2D_ARRAY ? 4U : 1U);
      driver::MipmappedArrayGetLevel beyond{whole.array, 2};
      EXPECT_EQ(driver_->perform(beyond), Status::invalid_value)
          << "the array has the levels of the texture, and no more";
    }
    EXPECT_EQ(unmap({resource}), Status::success);
    EXPECT_EQ(unregister(resource), Status::success);
  }
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
  watched->GetTexImage = [](auto...) { ADD_FAILURE() << "texels were fetched"; };
  gl_ = std::move(watched);
  const GraphicsHandle resource = register_image(name, GL_TEXTURE_2D, GraphicsFlags::write_discard);
  ASSERT_EQ(map({resource}), Status::success);
  const auto array = mapped_array(resource);
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

TEST_P(HostSharingTest, WritesBackWhatTheStreamDoesBeforeTheUnmap) {
  const GLuint name = objects_->make_buffer(std::vector<std::byte>(1001, std::byte{1}));
  const GraphicsHandle resource = register_buffer(name, GraphicsFlags::none);
  ASSERT_EQ(map({resource}), Status::success);
  driver::GraphicsMappedPointer mapped{.access = {}, .resource = resource};
  ASSERT_EQ(perform(mapped), Status::success);
  hold_back_stream();
  driver::MemoryFill fill{mapped.pointer, 7, mapped.size_bytes, stream_};
  ASSERT_EQ(driver_->perform(fill), Status::success);
  ASSERT_EQ(unmap({resource}), Status::success);
  EXPECT_EQ(objects_->read_buffer(name, 1001), std::vector<std::byte>(1001, std::byte{7}));
  EXPECT_EQ(unregister(resource), Status::success);
}

TEST_P(HostSharingTest, KeepsReadOnlyTexelsUntilTheStreamHasReadThem) {
  const GLuint name = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7);
  const GLImage image = describe_gl_image(*gl_, name, GL_TEXTURE_2D);
  const std::vector<std::byte> texels = some_texels(image, 0, 1);
  objects_->write(image, 0, texels);
  const GraphicsHandle resource = register_image(name, GL_TEXTURE_2D, GraphicsFlags::read_only);
  ASSERT_EQ(map({resource}), Status::success);
  const auto array = mapped_array(resource);
  hold_back_stream();
  std::vector<std::byte> seen(texels.size());
  schedule_copy(array, seen.data(), false);
  ASSERT_EQ(unmap({resource}), Status::success);
  // The next map fetches other texels into the same memory.
  objects_->write(image, 0, some_texels(image, 0, 1));
  ASSERT_EQ(map({resource}), Status::success);
  ASSERT_EQ(unmap({resource}), Status::success);
  driver::StreamSynchronize synchronize{stream_};
  ASSERT_EQ(driver_->perform(synchronize), Status::success);
  EXPECT_EQ(seen, texels);
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

TEST_P(HostSharingTest, ReportsDeletedTexturesAndMapsAllOrNone) {
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
  EXPECT_NE(mapped_whole(buffer).first, Status::success);
  EXPECT_EQ(mapped_whole({12345}).first, Status::invalid_handle);
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

TEST_P(HostSharingTest, LeavesNothingBehindIfAnyCallFails) {
  const GLuint texture = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, 13, 7, 1, 2);
  const GLuint buffer = objects_->make_buffer(std::vector<std::byte>(16));
  // Call 0 does not exist, so the first round only counts the calls. The first two calls start the device.
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
    // close() finds leaks, in the next round or in TearDown.
  }
  EXPECT_GT(count, 3U);
}

}  // namespace
}  // namespace texelscope::gpu::graphics

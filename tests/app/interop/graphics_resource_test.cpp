#include "texelscope/gpu/graphics_resource.h"

#include <functional>
#include <stdexcept>
#include <thread>

#include "tests/app/interop/gl_graphics_test.h"
#include "tests/support/fault_sweep.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/gpu/trace.h"

// The contract of GraphicsResource on a real GL context; the tests that need no GL context are in tests/gpu/object.
namespace texelscope::gpu {
namespace {

using graphics::GLImage;

constexpr int width = tests::gl_graphics_width;
constexpr int height = tests::gl_graphics_height;

class GraphicsOnEach : public tests::GLGraphicsTest {};

TEST_P(GraphicsOnEach, TransfersTexelsFromGLToTheDeviceAndBack) {
  const GLuint name = make_texture();
  const auto drawn = random_bytes(width * height * 4);
  const auto written = random_bytes(drawn.size());
  objects_->write(describe(name), 0, drawn);
  const GraphicsResource resource = share(name);
  std::vector<std::byte> seen(drawn.size());
  {
    const Mapping mapping = resource.map(stream());
    const CUDAArray array = mapping.array();
    EXPECT_EQ(array.shape(), Extent(width, height));
    EXPECT_EQ(array.format(), DataType::uint8);
    EXPECT_EQ(array.num_channels(), 4);
    EXPECT_TRUE(array.is_surface_load_store());
    array.copy_to(seen, stream());
    array.copy_from(written, stream());
  }
  EXPECT_EQ(seen, drawn);
  EXPECT_EQ(read_gl(name), written);
}

TEST_P(GraphicsOnEach, SharesBuffersBothWays) {
  const auto drawn = random_bytes(4097);
  const auto written = random_bytes(drawn.size());
  const GLuint name = objects_->make_buffer(drawn);
  const GraphicsResource resource = GraphicsResource::from_gl_buffer(*context_, name, GraphicsFlags::none);
  std::vector<std::byte> seen(drawn.size());
  {
    const Mapping mapping = resource.map(stream());
    const Buffer memory = mapping.buffer();
    EXPECT_EQ(memory.size_bytes(), drawn.size());
    memory.copy_to(seen, stream());
    memory.copy_from(written, stream());
  }
  EXPECT_EQ(seen, drawn);
  EXPECT_EQ(objects_->read_buffer(name, written.size()), written);
}

TEST_P(GraphicsOnEach, ReturnsAnArrayForEachLayerAndLevel) {
  const GLuint name = objects_->make_texture(GL_TEXTURE_2D_ARRAY, GL_R16, 12, 10, 3, 2);
  const GLImage image = describe(name, GL_TEXTURE_2D_ARRAY);
  std::vector<std::vector<std::byte>> written{{}, {}};
  {
    const GraphicsResource resource =
        GraphicsResource::from_gl_image(*context_, name, GL_TEXTURE_2D_ARRAY, GraphicsFlags::none);
    std::vector<std::vector<std::byte>> parts;
    const Mapping mapping = resource.map(stream());
    for (unsigned level = 0; level < 2; ++level) {
      for (unsigned layer = 0; layer < 3; ++layer) {
        const CUDAArray array = mapping.array(0, layer, level);
        EXPECT_EQ(array.shape(), (level == 0 ? Extent(12, 10) : Extent(6, 5)));
        const auto& part = parts.emplace_back(random_bytes(array.size_bytes()));
        array.copy_from(part, stream());
        stream().synchronize();
        written[level].insert(written[level].end(), part.begin(), part.end());
      }
    }
    EXPECT_THROW(static_cast<void>(mapping.array(0, 3, 0)), InvalidArgument);
    EXPECT_THROW(static_cast<void>(mapping.array(0, 0, 2)), InvalidArgument);
  }
  EXPECT_EQ(objects_->read(image, 0), written[0]);
  EXPECT_EQ(objects_->read(image, 1), written[1]);
}

TEST_P(GraphicsOnEach, ReturnsAllLevelsAndLayersAsOneMipmappedArrayOfTheTargetsKind) {
  struct Case {
    GLenum target;
    int depth;
    unsigned layers;
    Extent shape;
    ArrayKind kind;
  };
  for (const Case& of : {Case{GL_TEXTURE_2D, 1, 1, Extent(12, 12), ArrayKind::plain},
                         Case{GL_TEXTURE_3D, 5, 1, Extent(12, 12, 5), ArrayKind::plain},
                         Case{GL_TEXTURE_2D_ARRAY, 3, 3, Extent(12, 12), ArrayKind::layered},
                         Case{GL_TEXTURE_CUBE_MAP, 1, 6, Extent(12, 12), ArrayKind::cube_map}}) {
    SCOPED_TRACE(of.target);
    const GLuint name = objects_->make_texture(of.target, GL_RG8, 12, 12, of.depth, 3);
    const GLImage image = describe(name, of.target);
    std::vector<std::vector<std::byte>> drawn;
    for (std::size_t level = 0; level < 3; ++level) {
      drawn.push_back(random_bytes(image.levels[level].size_bytes() * of.layers));
      objects_->write(image, static_cast<int>(level), drawn.back());
    }
    const GraphicsResource resource =
        GraphicsResource::from_gl_image(*context_, name, of.target, GraphicsFlags::surface_load_store);
    std::vector<std::vector<std::byte>> written;
    Mapping mapping = resource.map(stream());
    if (of.kind != ArrayKind::plain && GetParam().kind == DeviceKind::cuda &&
        context_->path() == InteropPath::through_host) {
      EXPECT_THROW(static_cast<void>(mapping.mipmapped_array()), Unavailable);
      continue;
    }
    const MipmappedArray array = mapping.mipmapped_array();
    EXPECT_EQ(array.num_levels(), 3U);
    EXPECT_EQ(array.descriptor().shape, of.shape);
    EXPECT_EQ(array.descriptor().kind, of.kind);
    EXPECT_EQ(array.descriptor().num_slices(), of.layers);
    EXPECT_TRUE(array.descriptor().is_surface_load_store);
    for (unsigned level = 0; level < 3; ++level) {
      const CUDAArray one = array.level(level);
      EXPECT_TRUE(static_cast<bool>(SurfaceObject::from_array(one).handle()));
      written.push_back(drawn[level]);
      if (of.kind == ArrayKind::cube_map && GetParam().kind == DeviceKind::cuda) {
        EXPECT_THROW(one.copy_from(written.back(), stream()), DriverError)
            << "the driver now supports it: update the documentation";
      } else {
        std::vector<std::byte> seen(one.size_bytes());
        one.copy_to(seen, stream());
        stream().synchronize();
        EXPECT_EQ(seen, drawn[level]) << "level " << level;
        written.back() = random_bytes(seen.size());
        one.copy_from(written.back(), stream());
      }
      // Each layer contains the texels of the whole array, and writes to a layer change the whole array.
      const CUDAArray last = mapping.array(0, of.layers - 1, level);
      EXPECT_EQ(last.descriptor().kind, ArrayKind::plain);
      std::vector<std::byte> part(last.size_bytes());
      last.copy_to(part, stream());
      stream().synchronize();
      const auto part_begin = written.back().end() - static_cast<std::ptrdiff_t>(part.size());
      EXPECT_TRUE(std::equal(part.begin(), part.end(), part_begin)) << "level " << level;
      part = random_bytes(part.size());
      last.copy_from(part, stream());
      stream().synchronize();
      std::ranges::copy(part, part_begin);
    }
    mapping.unmap();
    for (int level = 0; level < 3; ++level) {
      EXPECT_EQ(objects_->read(image, level), written[static_cast<std::size_t>(level)]) << "level " << level;
    }
  }
}

TEST_P(GraphicsOnEach, EndsMipmappedArraysAndObjectsCreatedFromThemWithTheMapping) {
  const GLuint name = objects_->make_texture(GL_TEXTURE_2D, GL_RGBA8, width, height, 1, 3);
  const GraphicsResource resource = share(name);
  Mapping mapping = resource.map(stream());
  const MipmappedArray array = mapping.mipmapped_array();
  const CUDAArray level = array.level(2);
  TextureDescriptor descriptor;
  descriptor.normalized_coords = true;
  descriptor.max_mipmap_level_clamp = 2;
  const TextureObject texture =
      TextureObject::from_resource(ResourceDescriptor::from_mipmapped_array(array), descriptor);
  const SurfaceObject surface = SurfaceObject::from_array(level);
  EXPECT_TRUE(texture.handle() && surface.handle() && level.handle());
  mapping.unmap();
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(array.level(0)), InvalidState);
  EXPECT_THROW(static_cast<void>(level.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(texture.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(surface.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(mapping.mipmapped_array()), InvalidState);
  EXPECT_THROW(
      static_cast<void>(TextureObject::from_resource(ResourceDescriptor::from_mipmapped_array(array), descriptor)),
      InvalidState);
  const Mapping again = resource.map(stream());
  EXPECT_TRUE(static_cast<bool>(again.mipmapped_array().level(1).handle()));
  EXPECT_THROW(static_cast<void>(level.handle()), InvalidState);
}

TEST_P(GraphicsOnEach, MapsImagesCreatedForGather) {
  const GraphicsResource resource = share(make_texture(), GraphicsFlags::texture_gather);
  const Mapping mapping = resource.map(stream());
  EXPECT_TRUE(mapping.array().descriptor().is_texture_gather);
  EXPECT_TRUE(can_gather(ResourceDescriptor::from_array(mapping.array()).facts()));
  EXPECT_TRUE(mapping.mipmapped_array().descriptor().is_texture_gather);
}

TEST_P(GraphicsOnEach, ReadsABufferOfGLAsATexture) {
  const GLuint name = objects_->make_buffer(random_bytes(4096));
  const GraphicsResource resource = GraphicsResource::from_gl_buffer(*context_, name, GraphicsFlags::read_only);
  Mapping mapping = resource.map(stream());
  const Buffer memory = mapping.buffer();
  const std::size_t alignment = device().properties().texture_alignment;
  const std::size_t offset = (alignment - memory.handle().value % alignment) % alignment;
  const TextureObject texture =
      TextureObject::from_resource(ResourceDescriptor::from_linear(memory, DataType::uint8, 4, offset, 1024), {});
  EXPECT_TRUE(static_cast<bool>(texture.handle()));
  EXPECT_THROW(static_cast<void>(mapping.mipmapped_array()), InvalidArgument);
  mapping.unmap();
  EXPECT_THROW(static_cast<void>(texture.handle()), InvalidState);
}

TEST_P(GraphicsOnEach, AcceptsTheFormatsThatCudaAccepts) {
  const std::pair<GLenum, ArrayDescriptor> formats[] = {
      {GL_R8, {{}, DataType::uint8, 1}},        {GL_RG8, {{}, DataType::uint8, 2}},
      {GL_RGBA8, {{}, DataType::uint8, 4}},     {GL_RGBA16, {{}, DataType::uint16, 4}},
      {GL_R16F, {{}, DataType::float16, 1}},    {GL_RGBA16F, {{}, DataType::float16, 4}},
      {GL_R32F, {{}, DataType::float32, 1}},    {GL_RG32F, {{}, DataType::float32, 2}},
      {GL_RGBA32F, {{}, DataType::float32, 4}}, {GL_R32UI, {{}, DataType::uint32, 1}},
      {GL_RGBA8UI, {{}, DataType::uint8, 4}},   {GL_SRGB8_ALPHA8, {{}, DataType::uint8, 4}},
      {GL_RGB8, {{}, DataType::uint8, 4}},
  };
  for (const auto& [format, expected] : formats) {
    const GraphicsResource resource = share(make_texture(format));
    const CUDAArray array = resource.map(stream()).array();
    EXPECT_EQ(array.format(), expected.format) << format;
    EXPECT_EQ(array.num_channels(), expected.num_channels) << format;
  }
}

TEST_P(GraphicsOnEach, NamesTheNearestFormatOfOneThatCudaRefuses) {
  EXPECT_NE(refusal(make_texture(GL_RGB10_A2), GL_TEXTURE_2D).find("GL_RGBA16"), std::string::npos);
  EXPECT_NE(refusal(make_texture(GL_R11F_G11F_B10F), GL_TEXTURE_2D).find("GL_RGBA16F"), std::string::npos);
  EXPECT_NE(refusal(make_texture(GL_DEPTH_COMPONENT24), GL_TEXTURE_2D).find("GL_R32F"), std::string::npos);
  const GLuint name = make_texture();
  EXPECT_NE(refusal(name, GL_TEXTURE_3D), "no refusal");
  EXPECT_NE(refusal(name, GL_TEXTURE_CUBE_MAP_ARRAY), "no refusal");
  EXPECT_NE(refusal(name + 1000, GL_TEXTURE_2D), "no refusal");
  EXPECT_NE(refusal(name, GL_TEXTURE_2D, GraphicsFlags::read_only | GraphicsFlags::write_discard), "no refusal");
  EXPECT_THROW(static_cast<void>(GraphicsResource::from_gl_buffer(*context_, 4711, GraphicsFlags::none)),
               InvalidArgument);
}

TEST_P(GraphicsOnEach, MapsManyInOneCallAndWritesThemAll) {
  std::vector<GLuint> names;
  std::vector<std::vector<std::byte>> written;
  const auto trace = std::make_shared<Trace>();
  {
    const Device traced = Device::open(GetParam(), {{trace}, {}});
    const Stream order = traced.create_stream();
    const GLContext shared = GLContext::from_current(traced, egl_->loader());
    std::vector<GraphicsResource> resources;
    for (int i = 0; i < 8; ++i) {
      names.push_back(make_texture());
      written.push_back(random_bytes(width * height * 4));
      resources.push_back(
          GraphicsResource::from_gl_image(shared, names.back(), GL_TEXTURE_2D, GraphicsFlags::write_discard));
    }
    const Mapping mapping = GraphicsResource::map_all(resources, order);
    for (std::size_t i = 0; i < names.size(); ++i) {
      mapping.array(i).copy_from(written[i], order);
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(read_gl(names[i]), written[i]) << i;
  }
  const auto count = [&](std::string_view name) {
    return std::ranges::count(trace->records(), name, &TraceRecord::name);
  };
  EXPECT_EQ(count("cuGraphicsMapResources"), 1);
  EXPECT_EQ(count("cuGraphicsUnmapResources"), 1);
}

TEST_P(GraphicsOnEach, EndsArraysTexturesAndSurfacesWithTheMapping) {
  const GraphicsResource resource = share(make_texture());
  Mapping mapping = resource.map(stream());
  const CUDAArray array = mapping.array();
  const TextureObject texture = TextureObject::from_array(array, {});
  const SurfaceObject surface = SurfaceObject::from_array(array);
  EXPECT_TRUE(texture.handle() && surface.handle());
  mapping.unmap();
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(texture.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(surface.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(TextureObject::from_array(array, {})), InvalidState);
  const Mapping again = resource.map(stream());
  EXPECT_TRUE(static_cast<bool>(SurfaceObject::from_array(again.array()).handle()));
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState);
}

TEST_P(GraphicsOnEach, UnmapsInTheOrderOfTheStream) {
  const GLuint name = make_texture();
  const GraphicsResource resource = share(name);
  const Buffer big = device().allocate(std::size_t{1} << 25U, stream());
  const auto written = random_bytes(width * height * 4);
  const Stream other = device().create_stream();
  for (const bool is_given : {false, true}) {
    const auto texels = random_bytes(written.size());
    const Mapping mapping = resource.map(stream());
    const Stream& order = is_given ? other : stream();
    big.fill(std::byte{1}, order);
    mapping.array().copy_from(texels, order);
    is_given ? resource.unmap(other) : resource.unmap();
    EXPECT_EQ(read_gl(name), texels);
  }
}

TEST_P(GraphicsOnEach, ReportsTheStateThatForbidsACall) {
  GraphicsResource resource = share(make_texture());
  const auto text_of = [](const std::function<void()>& call) -> std::string {
    try {
      call();
    } catch (const InvalidState& error) {
      return error.what();
    }
    return "no error";
  };
  const auto map = [&] { static_cast<void>(resource.map(stream())); };
  const auto unmap = [&] { resource.unmap(); };
  EXPECT_NE(text_of(unmap).find("it is not mapped"), std::string::npos);
  {
    const Mapping mapping = resource.map(stream());
    EXPECT_NE(text_of(map).find("it is already mapped"), std::string::npos);
  }
  const GraphicsResource kept = resource;
  resource.close();
  EXPECT_EQ(kept.handle(), GraphicsHandle{});
  EXPECT_NE(text_of(map).find("is closed"), std::string::npos);
  EXPECT_NE(text_of(unmap).find("is closed"), std::string::npos);
  EXPECT_NE(text_of([&] { static_cast<void>(kept.map(stream())); }).find("it is closed"), std::string::npos);
}

TEST_P(GraphicsOnEach, KeepsWritesWhenClosedWhileMapped) {
  const GLuint name = make_texture();
  GraphicsResource resource = share(name);
  const auto written = random_bytes(width * height * 4);
  const Mapping mapping = resource.map(stream());
  mapping.array().copy_from(written, stream());
  resource.close();
  resource.close();
  EXPECT_FALSE(mapping.is_mapped());
  EXPECT_FALSE(static_cast<bool>(resource.handle()));
  EXPECT_EQ(read_gl(name), written);
}

TEST_P(GraphicsOnEach, UnmapsWhenAnExceptionLeavesTheScope) {
  const GLuint name = make_texture();
  const GraphicsResource resource = share(name);
  const auto written = random_bytes(width * height * 4);
  try {
    const Mapping mapping = resource.map(stream());
    mapping.array().copy_from(written, stream());
    throw std::runtime_error("in the middle");
  } catch (const std::runtime_error&) {
  }
  EXPECT_FALSE(resource.is_mapped());
  EXPECT_EQ(read_gl(name), written);
}

TEST_P(GraphicsOnEach, BelongsToTheThreadOfItsContext) {
  const GLuint name = make_texture();
  const GraphicsResource resource = share(name);
  Mapping mapping = resource.map(stream());
  std::thread([&] {
    EXPECT_THROW(static_cast<void>(share(name)), InvalidState);
    EXPECT_THROW(static_cast<void>(resource.map(stream())), InvalidState);
    EXPECT_THROW(resource.unmap(), InvalidState);
    EXPECT_THROW(mapping.unmap(), InvalidState);
  }).join();
  EXPECT_TRUE(mapping.is_mapped());
  // Any thread may use the mapped array.
  const auto written = random_bytes(width * height * 4);
  const CUDAArray array = mapping.array();
  std::thread([&] { array.copy_from(written, stream()); }).join();
  mapping.unmap();
  EXPECT_EQ(read_gl(name), written);
}

TEST_P(GraphicsOnEach, ReportsEveryFailedCallAndLeavesNothingMapped) {
  const GLuint name = make_texture();
  const std::vector<std::string> lines = tests::sweep_faults([&](tests::FaultRound& round) {
    const Device faulty = Device::open(GetParam(), round.options);
    const GLContext shared = GLContext::from_current(faulty, egl_->loader());
    if (shared.reason().find("OUT_OF_MEMORY") != std::string::npos) {
      round.errors.push_back(shared.reason());
    }
    const Stream order = faulty.create_stream();
    const GraphicsResource resource =
        GraphicsResource::from_gl_image(shared, name, GL_TEXTURE_2D, GraphicsFlags::surface_load_store);
    const Mapping mapping = resource.map(order);
    const SurfaceObject surface = SurfaceObject::from_array(mapping.array());
    const CUDAArray level = mapping.mipmapped_array().level(0);
  });
  EXPECT_GE(lines.size(), 10U);
  EXPECT_EQ(read_gl(name).size(), static_cast<std::size_t>(width * height * 4)) << "GL can read the texture again";
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(GraphicsOnEach);

}  // namespace
}  // namespace texelscope::gpu

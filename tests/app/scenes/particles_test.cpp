#include <algorithm>
#include <span>

#include "tests/app/point_sums.h"
#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

class ParticlesSceneTest : public tests::DeviceTest {
 protected:
  struct Light {
    double sum = 0;
    /// The column of the center of the light.
    double column = 0;
  };

  /// The light of a frame. It is dim, so that the displayed values are proportional to it.
  Light light(const char* rows, const char* gravity, Pointer pointer = {}) {
    const Image frame = run_scene(device(), {.scene = "particles",
                                             .settings = {{"rows", rows},
                                                          {"gravity", gravity},
                                                          {"trail", "0"},
                                                          {"brightness", "0.02"},
                                                          {"palette", "gray"}},
                                             .frame = 90,
                                             .width = 128,
                                             .height = 128,
                                             .pointer = pointer});
    Light light;
    for (int row = 0; row < 128; ++row) {
      for (int column = 0; column < 128; ++column) {
        // The background is not completely black.
        const double shown = std::max(tests::pixel(frame, column, row)[0] - 2, 0);
        light.sum += shown;
        light.column += shown * column;
      }
    }
    light.column /= light.sum;
    return light;
  }
};

TEST_P(ParticlesSceneTest, ShineMoreWhereThereAreMore) {
  const Light few = light("8", "0");
  const Light many = light("32", "0");
  EXPECT_GT(few.sum, 0);
  EXPECT_GT(many.sum, 2 * few.sum);
}

TEST_P(ParticlesSceneTest, MoveTowardThePointer) {
  EXPECT_GT(light("32", "1", {true, 127, 64}).column, light("32", "1", {true, 0, 64}).column + 8);
}

class ParticlesAsVertices : public tests::DeviceTest {
 protected:
  /// The kernel's output for a frame, without a renderer.
  std::vector<PointVertex> vertices_of(const tests::SceneJob& job) {
    const SceneDeclaration& declaration = require_scene(job.scene);
    const ParameterValues values = values_of(job);
    const auto scene = declaration.make({device(), stream(), job.width, job.height, nullptr});
    std::vector<PointVertex> vertices(scene->points(values).count);
    const gpu::Buffer buffer = device().allocate(std::span(vertices).size_bytes(), stream());
    for (std::uint64_t frame = 0; frame <= job.frame; ++frame) {
      scene->draw_vertices({frame, job.width, job.height, {}}, values, buffer, stream());
    }
    buffer.copy_to(std::as_writable_bytes(std::span(vertices)), stream());
    stream().synchronize();
    return vertices;
  }

  static ParameterValues values_of(const tests::SceneJob& job) {
    ParameterValues values(require_scene(job.scene).parameters());
    for (const auto& [name, text] : job.settings) {
      values.set_from_text(name, text);
    }
    return values;
  }

  static tests::SceneJob job_of(const char* rows, std::uint64_t frame, int width, int height) {
    return {.scene = "particles",
            .settings = {{"drawn_as", "vertices"}, {"rows", rows}},
            .frame = frame,
            .width = width,
            .height = height};
  }

  void expect_sums(const tests::SceneJob& job, std::size_t points) {
    const std::vector<PointVertex> vertices = vertices_of(job);
    EXPECT_EQ(vertices.size(), points);
    EXPECT_GT(std::ranges::count_if(vertices, [](const PointVertex& vertex) { return vertex.x >= 0; }), 0);
    EXPECT_EQ(run_scene(device(), job).pixels, tests::sum_points(vertices, {2, 2, 6, 255}, job.width, job.height));
  }
};

TEST_P(ParticlesAsVertices, AddUpToTheFrame) { expect_sums(job_of("72", 90, 128, 96), 72U * 1024U); }

TEST_P(ParticlesAsVertices, AddUpToTheFrameForAMillion) { expect_sums(job_of("1024", 30, 320, 240), 1U << 20U); }

TEST_P(ParticlesAsVertices, AddUpToAFrameOfOnePixel) { expect_sums(job_of("8", 200, 1, 1), 8192); }

TEST_P(ParticlesAsVertices, HaveTheSameTotalLightForAnyNumber) {
  const auto light = [this](const char* rows) {
    double sum = 0;
    for (const PointVertex& vertex : vertices_of(job_of(rows, 120, 256, 256))) {
      sum += vertex.color[0] + vertex.color[1] + vertex.color[2];
    }
    return sum;
  };
  const double many = light("256");
  EXPECT_GT(many, 0);
  EXPECT_NEAR(light("64") / many, 1, 0.05);
  EXPECT_NEAR(light("1024") / many, 1, 0.05);
}

TEST_P(ParticlesAsVertices, NeedARenderer) {
  const tests::SceneJob job = job_of("1", 0, 8, 8);
  const auto scene = require_scene("particles").make({device(), stream(), 8, 8, nullptr});
  const gpu::CUDAArray array =
      gpu::CUDAArray::from_descriptor(device(), {gpu::Extent(8, 8), gpu::DataType::uint8, 4, true});
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(array);
  try {
    scene->draw({0, 8, 8, {}}, values_of(job), surface, stream());
    ADD_FAILURE() << "vertices were written without a renderer";
  } catch (const gpu::Unavailable& error) {
    EXPECT_NE(std::string_view(error.what()).find("drawn_as=sums"), std::string_view::npos) << error.what();
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ParticlesSceneTest);
TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ParticlesAsVertices);

}  // namespace
}  // namespace texelscope::app

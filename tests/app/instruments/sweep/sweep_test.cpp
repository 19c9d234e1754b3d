#include "app/instruments/sweep/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/interop/offscreen_renderer.h"
#include "app/scenes/registry.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

const SweepScenario& scenario_called(std::string_view name) {
  const auto all = sweep_scenarios();
  const auto found = std::ranges::find(all, name, &SweepScenario::name);
  if (found == all.end()) {
    throw std::runtime_error(fmt::format("unknown scenario {}", name));
  }
  return *found;
}

std::string wrong_lines(const SweepResult& result) {
  return fmt::format("{} of {} calls:\n{}", result.scenario, result.calls, fmt::join(result.wrong, "\n"));
}

TEST(SweepScenarios, HaveUniqueNamesAndCoverEachPlanAndScene) {
  std::set<std::string> names;
  for (const SweepScenario& scenario : sweep_scenarios()) {
    EXPECT_TRUE(names.insert(scenario.name).second) << scenario.name << " exists twice";
    EXPECT_NE(scenario.title, "");
  }
  for (const SceneDeclaration& scene : scenes()) {
    EXPECT_TRUE(names.contains(fmt::format("frame_{}", scene.name))) << scene.name;
  }
  for (const char* name : {"copy_linear", "copy_rows", "copy_channels", "copy_tiles", "copy_elements", "copy_pitched",
                           "copy_packed_on_device", "copy_packed_on_host_pageable", "frame_particles_vertices",
                           "resize", "texture_rebuild", "device_switch"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

class Sweep : public testing::TestWithParam<gpu::DeviceId> {
 protected:
  // The Vulkan validation layers report leaks. They cannot be used with CUDA, because they do not see its semaphore
  // signals.
  void SetUp() override {
    setenv("TEXELSCOPE_VULKAN_VALIDATION", GetParam().kind == gpu::DeviceKind::cpu ? "auto" : "", 1);
  }
};

/// Selects scenes that differ in their objects. The gate "sweep" covers all scenes.
bool is_tested_here(const SweepScenario& scenario) {
  static const std::set<std::string, std::less<>> frames{
      "frame_image",    "frame_reaction_diffusion", "frame_mipmap_lod",         "frame_plasma_vulkan",
      "frame_cube_map", "frame_particles",          "frame_particles_vertices", "frame_sdf_volume"};
  return !scenario.name.starts_with("frame_") || frames.contains(scenario.name);
}

bool has_vulkan(gpu::DeviceId id) {
  try {
    const OffscreenRenderer vulkan{RendererKind::vulkan, gpu::Device::open(id)};
    return true;
  } catch (const gpu::Unavailable&) {
    return false;
  }
}

TEST_P(Sweep, OfDriverCallsSucceedsInEachScenario) {
  for (const SweepScenario& scenario : sweep_scenarios()) {
    if (!is_tested_here(scenario) || (scenario.renderer == RendererKind::vulkan && !has_vulkan(GetParam()))) {
      continue;
    }
    const SweepResult result = sweep_driver(scenario, GetParam(), gpu::Status::out_of_memory, {});
    EXPECT_TRUE(result.is_right()) << wrong_lines(result);
    EXPECT_GE(result.calls, 8U) << wrong_lines(result);
    EXPECT_EQ(result.calls, result.threw + result.reported + result.worked_around) << wrong_lines(result);
  }
}

TEST_P(Sweep, OfErrorsThatDestroyTheContextSucceeds) {
  for (const char* name : {"objects", "copy_tiles", "texture_rebuild", "frame_image", "frame_reaction_diffusion",
                           "frame_particles_vertices"}) {
    const SweepResult result = sweep_driver(scenario_called(name), GetParam(), gpu::Status::launch_failed, {});
    EXPECT_TRUE(result.is_right()) << wrong_lines(result);
    EXPECT_GE(result.calls, 8U) << wrong_lines(result);
  }
}

TEST_P(Sweep, OfRendererCallsSucceeds) {
  std::vector<const char*> names{"frame_plasma", "frame_particles_vertices", "acquisitions"};
  if (has_vulkan(GetParam())) {
    names.insert(names.end(), {"frame_plasma_vulkan", "acquires_vulkan", "resize_vulkan"});
  }
  for (const char* name : names) {
    const SweepResult result = sweep_renderer(scenario_called(name), GetParam(), {});
    EXPECT_EQ(result.failure, "renderer") << "the table and the JSON show it beside the driver's failures";
    EXPECT_TRUE(result.is_right()) << wrong_lines(result);
    EXPECT_GE(result.calls, 8U) << wrong_lines(result);
    EXPECT_GE(result.threw, 3U) << wrong_lines(result);
  }
}

INSTANTIATE_TEST_SUITE_P(On, Sweep, testing::ValuesIn(tests::devices_to_test()), tests::device_test_name);

/// Sweeps a test scenario on the CPU device.
SweepResult sweep_of(std::function<SweepWork(const SweepSetup&)> make) {
  return sweep_driver({"made_up", "made up", std::nullopt, std::move(make)}, {}, gpu::Status::out_of_memory, {});
}

std::vector<std::byte> fill_and_read(const gpu::Device& device, int value) {
  const gpu::Stream stream = device.create_stream();
  const gpu::Buffer buffer = device.allocate_pinned(4);
  buffer.fill(static_cast<std::byte>(value), stream);
  stream.synchronize();
  const auto bytes = buffer.host_bytes();
  return {bytes.begin(), bytes.end()};
}

/// Whether an error of the sweep contains `part`.
bool complains(const SweepResult& result, std::string_view part) {
  return std::ranges::any_of(result.wrong,
                             [part](const std::string& line) { return line.find(part) != std::string::npos; });
}

TEST(SweepOf, WorkThatIsRightCountsEachCall) {
  const SweepResult result =
      sweep_of([](const SweepSetup& setup) { return [device = setup.device] { return fill_and_read(device, 1); }; });
  EXPECT_TRUE(result.is_right()) << wrong_lines(result);
  // The calls retain and query the context, create a stream, allocate, fill and wait, and release the objects.
  EXPECT_EQ(result.calls, 9U);
  EXPECT_EQ(result.threw, 6U);
  EXPECT_EQ(result.reported, 3U);
}

TEST(SweepOf, WorkThatHidesAnErrorReportsTheWrongResult) {
  const SweepResult result = sweep_of([](const SweepSetup& setup) {
    return [device = setup.device] {
      try {
        return fill_and_read(device, 1);
      } catch (const gpu::DriverError&) {
        return std::vector<std::byte>{};
      }
    };
  });
  EXPECT_TRUE(complains(result, "no error, but a wrong result")) << wrong_lines(result);
}

TEST(SweepOf, WorkThatIsWrongAfterAFailureReportsTheNextRun) {
  const SweepResult result = sweep_of([](const SweepSetup& setup) {
    // `runs` counts all started runs, including those that fail.
    return [device = setup.device, runs = std::make_shared<int>(0)] { return fill_and_read(device, ++*runs); };
  });
  EXPECT_TRUE(complains(result, "the next run: byte 0 differs")) << wrong_lines(result);
}

TEST(SweepOf, WorkThatLeaksReportsTheLeaks) {
  static std::vector<gpu::Buffer> kept;
  const SweepResult result = sweep_of([](const SweepSetup& setup) {
    return [device = setup.device] {
      const gpu::Stream stream = device.create_stream();
      const gpu::Buffer buffer = device.allocate(4, stream);
      try {
        buffer.fill(std::byte{1}, stream);
        stream.synchronize();
      } catch (...) {
        kept.push_back(buffer);
        throw;
      }
      return std::vector<std::byte>(1);
    };
  });
  EXPECT_TRUE(complains(result, "cuMemsetD8Async: leaked: ")) << wrong_lines(result);
  kept.clear();
}

TEST(SweepOf, WorkWithAnotherErrorReportsThatTheCallIsNotNamed) {
  const SweepResult result = sweep_of([](const SweepSetup& setup) {
    return [device = setup.device] {
      try {
        return fill_and_read(device, 1);
      } catch (const gpu::DriverError&) {
        throw std::runtime_error("something\nwent wrong");
      }
    };
  });
  EXPECT_TRUE(complains(result, "cuMemsetD8Async: the error does not name the call: something")) << wrong_lines(result);
  EXPECT_TRUE(complains(result, "the error has more than one line")) << wrong_lines(result);
}

}  // namespace
}  // namespace texelscope::app

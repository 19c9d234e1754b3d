#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/accesses/access_maps.h"
#include "app/accesses/hazard_check.h"
#include "app/accesses/recorded_scenes.h"
#include "tests/app/scene_runner.h"
#include "texelscope/gpu/access_recorder.h"

namespace texelscope::tests {

/// A frame of a scene, recorded.
struct RecordedScene {
  app::Image frame;
  gpu::AccessRecording recording;
  std::vector<app::LineMap> lines;
  std::vector<app::TexelMap> texels;
  std::vector<std::string> hazards;

  /// The sum of a number over the lines of kernels whose name contains `kernel`.
  [[nodiscard]] std::uint64_t sum(std::string_view kernel, gpu::AccessKind kind,
                                  std::uint64_t app::LineMap::*number) const {
    std::uint64_t sum = 0;
    for (const app::LineMap& line : lines) {
      if (line.kind == kind && recording.launches[line.launch].kernel.find(kernel) != std::string::npos) {
        sum += line.*number;
      }
    }
    return sum;
  }
};

[[nodiscard]] inline RecordedScene record_scene(const SceneJob& job) {
  const auto check = std::make_shared<app::HazardCheck>();
  const auto maps = std::make_shared<app::AccessMaps>();
  gpu::AccessRecorderOptions options;
  options.max_accesses = 0;
  options.modules = {app::recorded_scenes()};
  options.sinks = {check, maps};
  const auto recorder = std::make_shared<gpu::AccessRecorder>(options);
  recorder->set_on(true);
  gpu::DeviceOptions device_options;
  device_options.observers = {check};
  device_options.access_recorder = recorder;
  RecordedScene recorded;
  recorded.frame = run_scene(gpu::Device::open({}, device_options), job);
  recorded.recording = recorder->recording();
  recorded.lines = maps->lines();
  recorded.texels = maps->texels();
  for (const app::Hazard& hazard : check->hazards()) {
    recorded.hazards.push_back(app::hazard_text(hazard, recorded.recording));
  }
  return recorded;
}

}  // namespace texelscope::tests

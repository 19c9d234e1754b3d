#include "app/accesses/access_capture.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "texelscope/gpu/error.h"

namespace texelscope::app {

void require_running(const std::stop_token& stop) {
  if (stop.stop_requested()) {
    throw gpu::InvalidState("the recording was cancelled");
  }
}

AccessCapture::AccessCapture(AccessCaptureOptions options)
    : checks_all_frames_{options.checks_hazards && options.checks_all_frames} {
  gpu::AccessRecorderOptions& recorder = options.recorder;
  if (options.checks_hazards) {
    check_ = std::make_shared<HazardCheck>();
    recorder.sinks.push_back(check_);
  }
  if (options.has_maps) {
    maps_ = std::make_shared<AccessMaps>();
    recorder.sinks.push_back(maps_);
  }
  if (recorder.max_accesses > 0) {
    textures_ = std::make_shared<FetchedTextures>(options.max_texture_bytes);
    recorder.sinks.push_back(textures_);
  }
  recorder_ = std::make_shared<gpu::AccessRecorder>(std::move(recorder));
  recorder_->set_on(checks_all_frames_);
}

gpu::DeviceOptions AccessCapture::device_options(gpu::DeviceOptions options) const {
  options.access_recorder = recorder_;
  if (check_) {
    options.observers.push_back(check_);
  }
  return options;
}

void AccessCapture::begin_frame(bool is_wanted) {
  if (is_wanted && !std::exchange(has_wanted_frame_, true)) {
    recorder_->clear();
    if (maps_) {
      maps_->clear();
    }
    if (textures_) {
      textures_->clear();
    }
  }
  recorder_->set_on(is_wanted || checks_all_frames_);
}

void AccessCapture::name(gpu::AccessObject::Kind kind, std::uint64_t handle, std::string name) {
  names_[{kind, handle}] = std::move(name);
}

RecordedAccesses AccessCapture::result() const {
  RecordedAccesses recorded{.recording = recorder_->recording()};
  auto name = launch_names_.begin();
  for (gpu::AccessLaunch& launch : recorded.recording.launches) {
    if (launch.is_recordable && name != launch_names_.end()) {
      launch.kernel = *name++;
    }
  }
  std::vector<gpu::AccessObject>& objects = recorded.recording.objects;
  auto names = names_;
  std::map<std::uint32_t, std::string> of_memory;
  // An object that was destroyed may have had the same handle, so the newest one takes the name.
  for (gpu::AccessObject& object : std::views::reverse(objects)) {
    if (const auto found = names.extract({object.kind, object.handle})) {
      object.name = found.mapped();
      of_memory.emplace(object.memory, object.name);
    }
  }
  for (gpu::AccessObject& object : objects) {
    if (const auto found = of_memory.find(object.memory); object.name.empty() && found != of_memory.end()) {
      object.name = found->second;
    }
  }
  if (maps_) {
    recorded.lines = maps_->lines();
    recorded.texels = maps_->texels();
    recorded.counts = maps_->counts();
  }
  if (textures_) {
    recorded.textures = textures_->textures();
  }
  if (check_) {
    recorded.hazards = check_->hazards();
  }
  return recorded;
}

}  // namespace texelscope::app

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/accesses/access_file.h"
#include "app/accesses/access_maps.h"
#include "app/accesses/fetched_textures.h"
#include "app/accesses/hazard_check.h"
#include "texelscope/gpu/access_recorder.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// The parts of a recording.
struct AccessCaptureOptions {
  gpu::AccessRecorderOptions recorder{};
  bool has_maps = true;
  bool checks_hazards = false;
  /// Whether the hazards of all frames are wanted, not only those of the wanted ones.
  bool checks_all_frames = false;
  /// Limit of the texels of textures that are kept.
  std::size_t max_texture_bytes = std::size_t{128} << 20U;
};

/// @throws gpu::InvalidState once a stop is requested: the recording was cancelled.
void require_running(const std::stop_token& stop);

/// Records the accesses of the wanted frames on a CPU device that is opened with device_options().
class AccessCapture {
 public:
  explicit AccessCapture(AccessCaptureOptions options);

  [[nodiscard]] gpu::DeviceOptions device_options(gpu::DeviceOptions options = {}) const;
  /// Before each frame: the accesses of unwanted frames are not kept.
  void begin_frame(bool is_wanted);
  /// Names the newest object with this handle, and in result() also the objects of its memory without a name.
  void name(gpu::AccessObject::Kind kind, std::uint64_t handle, std::string name);
  /// Names of the launches that are recorded, in order, in place of their kernels' types.
  void name_launches(std::vector<std::string> names) { launch_names_ = std::move(names); }
  /// Once the device has completed its work.
  [[nodiscard]] RecordedAccesses result() const;

 private:
  bool checks_all_frames_;
  std::shared_ptr<HazardCheck> check_;
  std::shared_ptr<AccessMaps> maps_;
  std::shared_ptr<FetchedTextures> textures_;
  std::shared_ptr<gpu::AccessRecorder> recorder_;
  bool has_wanted_frame_ = false;
  std::map<std::pair<gpu::AccessObject::Kind, std::uint64_t>, std::string> names_;
  std::vector<std::string> launch_names_;
};

}  // namespace texelscope::app

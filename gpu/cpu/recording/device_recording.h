#pragma once

#include <memory>
#include <utility>

#include "gpu/cpu/recording/recorded_modules.h"
#include "gpu/cpu/recording/recorded_objects.h"
#include "gpu/driver/access_log.h"
#include "texelscope/gpu/access_recorder.h"

namespace texelscope::gpu::cpu {

/// The part of a CPU device that records accesses.
struct DeviceRecording {
  /// @throws InvalidArgument like RecordedModules.
  DeviceRecording(std::shared_ptr<AccessRecorder> access_recorder, NamedObjects named)
      : recorder{std::move(access_recorder)},
        log{recorder->log()},
        modules{log.options().modules},
        objects{named, log} {}

  std::shared_ptr<AccessRecorder> recorder;
  AccessLog& log;
  RecordedModules modules;
  /// Used by the launch that holds the log.
  RecordedObjects objects;
};

}  // namespace texelscope::gpu::cpu

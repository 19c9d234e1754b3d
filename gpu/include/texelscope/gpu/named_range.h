#pragma once

#include <memory>
#include <string>

#include "texelscope/gpu/device.h"

namespace texelscope::gpu {

class DeviceBox;

/// Names the calling thread's work in timelines until the object is destroyed: in StreamProfiler and Trace and, on a
/// CUDA device if the library was built with NVTX's headers, in Nsight (nvtxRangePushA, nvtxRangePop). Ranges of a
/// thread nest: the range that began last ends first, on the same thread.
class NamedRange {
 public:
  /// @throws InvalidArgument for a name with a zero byte.
  NamedRange(const Device& device, const std::string& name);
  ~NamedRange();
  NamedRange(const NamedRange&) = delete;
  NamedRange& operator=(const NamedRange&) = delete;

 private:
  std::shared_ptr<DeviceBox> device_;
};

}  // namespace texelscope::gpu

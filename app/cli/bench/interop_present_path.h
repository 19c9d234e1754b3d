#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "app/labs/interop/interop_tools.h"
#include "app/labs/interop/ownership_trace.h"
#include "app/labs/interop/presentation_cost.h"

namespace texelscope::app {

/// What the interop lab shows, for `bench interop`.
struct PresentationReport {
  struct Size {
    int width = 0;
    int height = 0;
    std::vector<PresentationFigure> figures;
  };
  /// The sizes of the lab.
  std::vector<Size> sizes;
  /// One frame in the life of an image.
  std::vector<OwnershipRecord> life;
};

/// `times` sees the calls of the device that the tools work with. @throws gpu::Error, render::Error.
[[nodiscard]] PresentationReport measure_present_path(InteropTools& tools,
                                                      const std::shared_ptr<gpu::StreamProfiler>& times);

[[nodiscard]] nlohmann::ordered_json present_path_json(const PresentationReport& report);
[[nodiscard]] nlohmann::ordered_json life_json(const PresentationReport& report);
void print_present_path(const PresentationReport& report);

}  // namespace texelscope::app

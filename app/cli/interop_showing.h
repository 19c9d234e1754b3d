#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "app/core/image_life.h"
#include "app/core/interop_tools.h"
#include "app/core/showing_cost.h"

namespace texelscope::app {

/// What the interop lab shows, for `bench interop`.
struct ShowingReport {
  struct Size {
    int width = 0;
    int height = 0;
    std::vector<ShowingFigure> figures;
  };
  /// The sizes of the lab.
  std::vector<Size> sizes;
  /// One frame in the life of an image.
  std::vector<LifeRecord> life;
};

/// `times` sees the calls of the device that the tools work with. @throws gpu::Error, render::Error.
[[nodiscard]] ShowingReport measure_showing(InteropTools& tools, const std::shared_ptr<gpu::WorkTimes>& times);

[[nodiscard]] nlohmann::ordered_json showing_json(const ShowingReport& report);
[[nodiscard]] nlohmann::ordered_json life_json(const ShowingReport& report);
void print_showing(const ShowingReport& report);

}  // namespace texelscope::app

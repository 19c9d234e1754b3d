#include "app/lessons/lesson_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/lessons/facts.h"
#include "app/text/json_reason.h"
#include "app/text/nearest_name.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// Computations whose duration their arguments limit.
template <LessonFacts (*compute)(const std::string&)>
LessonFacts without_device(const std::string& arguments, const gpu::Device& /*device*/, ComputationDeadline) {
  return compute(arguments);
}

template <LessonFacts (*compute)(const std::string&, const gpu::Device&)>
LessonFacts with_device(const std::string& arguments, const gpu::Device& device, ComputationDeadline) {
  return compute(arguments, device);
}

}  // namespace

void require_known(const nlohmann::json& arguments, const std::vector<std::string_view>& known) {
  for (const auto& [name, value] : arguments.items()) {
    if (std::ranges::find(known, name) == known.end()) {
      throw ParameterError(fmt::format("there is no '{}'; {}", name, advise_names(name, known, "arguments")));
    }
  }
}

std::span<const LessonComputationKind> lesson_computation_kinds() {
  static constexpr std::array kinds{LessonComputationKind{"layout", without_device<&layout_facts>},
                                    LessonComputationKind{"warp", without_device<&warp_facts>},
                                    LessonComputationKind{"banks", without_device<&bank_facts>},
                                    LessonComputationKind{"copy", without_device<&copy_facts>},
                                    LessonComputationKind{"fetch", with_device<&fetch_facts>},
                                    LessonComputationKind{"over", with_device<&over_facts>},
                                    LessonComputationKind{"sweep", with_device<&sweep_facts>},
                                    LessonComputationKind{"resize", with_device<&resize_facts>},
                                    LessonComputationKind{"refused", without_device<&refusal_facts>},
                                    LessonComputationKind{"explanation", without_device<&explanation_facts>},
                                    LessonComputationKind{"levels", without_device<&level_facts>},
                                    LessonComputationKind{"surface", with_device<&surface_facts>},
                                    LessonComputationKind{"pitch", with_device<&pitch_facts>},
                                    LessonComputationKind{"rows", &row_facts},
                                    LessonComputationKind{"image", &image_facts},
                                    LessonComputationKind{"streams", &stream_facts},
                                    LessonComputationKind{"timeline", &timeline_facts},
                                    LessonComputationKind{"experiment", with_device<&experiment_facts>},
                                    LessonComputationKind{"dlpack", with_device<&dlpack_facts>}};
  return kinds;
}

LessonFacts facts_of(const LessonStep& step, const gpu::Device& device) {
  LessonFacts facts;
  const ComputationDeadline deadline = std::chrono::steady_clock::now() + max_computation_time;
  for (const LessonComputation& computation : step.computations) {
    const auto kinds = lesson_computation_kinds();
    const auto kind = std::ranges::find(kinds, computation.kind, &LessonComputationKind::name);
    if (kind == kinds.end()) {
      std::vector<std::string_view> names;
      std::ranges::transform(kinds, std::back_inserter(names), &LessonComputationKind::name);
      throw ParameterError(fmt::format("there is no computation '{}'; {}", computation.kind,
                                       advise_names(computation.kind, names, "computations")));
    }
    try {
      for (auto& [name, value] : kind->compute(computation.arguments, device, deadline)) {
        facts[computation.name + "." + name] = std::move(value);
      }
      if (std::chrono::steady_clock::now() > deadline) {
        throw ParameterError(
            fmt::format("the computations of this step take longer than {} s", max_computation_time.count()));
      }
    } catch (const nlohmann::json::exception& error) {
      throw ParameterError(fmt::format("compute '{}': {}", computation.name, json_reason(error)));
    } catch (const ParameterError& error) {
      throw ParameterError(fmt::format("compute '{}': {}", computation.name, error.what()));
    } catch (const gpu::InvalidArgument& error) {
      throw ParameterError(fmt::format("compute '{}': {}", computation.name, error.what()));
    }
  }
  return facts;
}

}  // namespace texelscope::app

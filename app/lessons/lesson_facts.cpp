#include "app/lessons/lesson_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/text/json_reason.h"
#include "app/text/nearest_name.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

struct ComputationKind {
  std::string_view name;
  Computation* compute;
};

constexpr std::array computation_kinds{
    ComputationKind{"layout", &layout_facts},     ComputationKind{"warp", &warp_facts},
    ComputationKind{"banks", &bank_facts},        ComputationKind{"copy", &copy_facts},
    ComputationKind{"fetch", &fetch_facts},       ComputationKind{"over", &over_facts},
    ComputationKind{"sweep", &sweep_facts},       ComputationKind{"resize", &resize_facts},
    ComputationKind{"refused", &refusal_facts},   ComputationKind{"explanation", &explanation_facts},
    ComputationKind{"levels", &level_facts},      ComputationKind{"surface", &surface_facts},
    ComputationKind{"pitch", &pitch_facts},       ComputationKind{"rows", &row_facts},
    ComputationKind{"image", &image_facts},       ComputationKind{"streams", &stream_facts},
    ComputationKind{"timeline", &timeline_facts}, ComputationKind{"experiment", &experiment_facts},
    ComputationKind{"dlpack", &dlpack_facts},     ComputationKind{"live", &live_facts},
    ComputationKind{"accesses", &access_facts}};

}  // namespace

void require_known(const nlohmann::json& arguments, const std::vector<std::string_view>& known) {
  for (const auto& [name, value] : arguments.items()) {
    if (std::ranges::find(known, name) == known.end()) {
      throw ParameterError(fmt::format("there is no '{}'; {}", name, advise_names(name, known, "arguments")));
    }
  }
}

LessonFacts facts_of(const LessonStep& step, const gpu::Device& device) {
  LessonFacts facts;
  const ComputationDeadline deadline = std::chrono::steady_clock::now() + max_computation_time;
  for (const LessonComputation& computation : step.computations) {
    const auto kind = std::ranges::find(computation_kinds, computation.kind, &ComputationKind::name);
    if (kind == computation_kinds.end()) {
      std::vector<std::string_view> names;
      std::ranges::transform(computation_kinds, std::back_inserter(names), &ComputationKind::name);
      throw ParameterError(fmt::format("there is no computation '{}'; {}", computation.kind,
                                       advise_names(computation.kind, names, "computations")));
    }
    try {
      for (auto& [name, value] : kind->compute(nlohmann::json::parse(computation.arguments), device, deadline)) {
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

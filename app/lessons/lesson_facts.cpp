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

void require_known(const nlohmann::json& arguments, const std::vector<std::string_view>& known) {
  for (const auto& [name, value] : arguments.items()) {
    if (std::ranges::find(known, name) == known.end()) {
      throw ParameterError(fmt::format("there is no '{}'; {}", name, advise_names(name, known, "arguments")));
    }
  }
}

std::span<const LessonComputationKind> lesson_computation_kinds() {
  static constexpr std::array kinds{
      LessonComputationKind{"layout", [](const std::string& a, const gpu::Device&) { return layout_facts(a); }},
      LessonComputationKind{"warp", [](const std::string& a, const gpu::Device&) { return warp_facts(a); }},
      LessonComputationKind{"banks", [](const std::string& a, const gpu::Device&) { return bank_facts(a); }},
      LessonComputationKind{"copy", [](const std::string& a, const gpu::Device&) { return copy_facts(a); }},
      LessonComputationKind{"fetch", &fetch_facts},
      LessonComputationKind{"over", &over_facts},
      LessonComputationKind{"sweep", &sweep_facts},
      LessonComputationKind{"resize", &resize_facts},
      LessonComputationKind{"refused", [](const std::string& a, const gpu::Device&) { return refusal_facts(a); }},
      LessonComputationKind{"explanation",
                            [](const std::string& a, const gpu::Device&) { return explanation_facts(a); }},
      LessonComputationKind{"levels", [](const std::string& a, const gpu::Device&) { return level_facts(a); }},
      LessonComputationKind{"surface", &surface_facts},
      LessonComputationKind{"pitch", &pitch_facts},
      LessonComputationKind{"rows", &row_facts},
      LessonComputationKind{"image", &image_facts},
      LessonComputationKind{"streams", &stream_facts},
      LessonComputationKind{"timeline", [](const std::string& a, const gpu::Device&) { return timeline_facts(a); }},
      LessonComputationKind{"experiment", &experiment_facts},
      LessonComputationKind{"dlpack", &dlpack_facts}};
  return kinds;
}

LessonFacts facts_of(const LessonStep& step, const gpu::Device& device) {
  LessonFacts facts;
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
      for (auto& [name, value] : kind->compute(computation.arguments, device)) {
        facts[computation.name + "." + name] = std::move(value);
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

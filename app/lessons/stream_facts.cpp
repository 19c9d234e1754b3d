#include "app/lessons/facts.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/labs/stream/experiments/experiment.h"
#include "app/lessons/stream_script.h"

namespace texelscope::app {

LessonFacts stream_facts(const std::string& arguments, const gpu::Device& device, ComputationDeadline deadline) {
  const std::vector<ScriptLine> lines = script_lines(arguments);
  StreamScript script{device, lines, deadline};
  return script_facts(lines, deadline, [&](const ScriptLine& line) {
    auto said = script.perform(line);
    if (!said) {
      refuse_operation(line, StreamScript::names());
    }
    return std::move(*said);
  });
}

LessonFacts timeline_facts(const std::string& arguments, const gpu::Device& /*device*/, ComputationDeadline deadline) {
  return stream_facts(arguments, gpu::Device::open({}), deadline);
}

LessonFacts experiment_facts(const std::string& arguments, const gpu::Device& device) {
  const auto json = nlohmann::json::parse(arguments);
  require_known(json, {"name", "is_right"});
  const ExperimentDeclaration& experiment = require_experiment(json.at("name").get<std::string>());
  const ExperimentResult result = run_experiment(experiment, {device}, json.value("is_right", false));
  LessonFacts facts{{"is_correct", yes_or_no(result.is_correct)},
                    {"stale_pixels", fmt::format("{}", result.stale_pixels)},
                    {"fresh_pixels", fmt::format("{}", result.pixels - result.stale_pixels)},
                    {"pixels", fmt::format("{}", result.pixels)},
                    {"verdict", result.verdict}};
  for (const ExperimentNumber& number : result.numbers) {
    facts[number.name] = fmt::format("{:.3g} {}", number.value, number.unit);
  }
  return facts;
}

}  // namespace texelscope::app

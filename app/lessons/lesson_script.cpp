#include "app/lessons/lesson_script.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/lessons/lesson_facts.h"
#include "app/text/nearest_name.h"
#include "app/text/option_text.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

std::vector<ScriptLine> script_lines(const nlohmann::json& json) {
  std::vector<ScriptLine> lines;
  require_known(json, {"do"});
  if (json.at("do").size() > max_operations) {
    throw ParameterError(fmt::format("it has {} operations; use at most {}", json.at("do").size(), max_operations));
  }
  for (const auto& operation : json.at("do").get<std::vector<std::string>>()) {
    std::istringstream words{operation};
    lines.emplace_back(std::istream_iterator<std::string>{words}, std::istream_iterator<std::string>{});
  }
  return lines;
}

LessonFacts script_facts(std::span<const ScriptLine> lines, ComputationDeadline deadline,
                         const std::function<std::string(const ScriptLine& line)>& perform) {
  LessonFacts facts{{"refused", "0"}, {"reason", ""}, {"first_yes", "0"}};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string number = fmt::format("{}", i + 1);
    try {
      const std::string said = perform(lines[i]);
      facts[number] = said.empty() ? "ok" : said;
      if (said == "yes" && facts["first_yes"] == "0") {
        facts["first_yes"] = number;
      }
    } catch (const gpu::Error& error) {
      facts[number] = "refused";
      if (facts["refused"] == "0") {
        facts["refused"] = number;
        facts["reason"] = error.what();
      }
    }
    if (std::chrono::steady_clock::now() > deadline) {
      throw ParameterError(
          fmt::format("'{}' did not end within the {} s for the computations of a step; release its work, and signal "
                      "each value that a stream waits for",
                      fmt::join(lines[i], " "), max_computation_time.count()));
    }
  }
  return facts;
}

const std::string& word_of(const ScriptLine& line, std::size_t position) {
  if (position >= line.size()) {
    throw ParameterError(fmt::format("'{}' is incomplete: it has {} words", fmt::join(line, " "), line.size()));
  }
  return line[position];
}

std::uint64_t number_of(const ScriptLine& line, std::size_t position) {
  const auto number = number_from(word_of(line, position));
  if (!number) {
    throw ParameterError(fmt::format("'{}' is not a whole number in '{}'", line[position], fmt::join(line, " ")));
  }
  return *number;
}

std::string yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

void refuse_operation(const ScriptLine& line, const std::vector<std::string_view>& operations) {
  const std::string& name = word_of(line, 0);
  throw ParameterError(
      fmt::format("there is no operation '{}'; {}", name, advise_names(name, operations, "operations")));
}

}  // namespace texelscope::app

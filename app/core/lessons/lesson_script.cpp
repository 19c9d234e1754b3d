#include "app/core/lessons/lesson_script.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/core/nearest_name.h"
#include "app/core/option_text.h"
#include "app/core/parameter.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

LessonFacts script_facts(const std::string& arguments,
                         const std::function<std::string(const ScriptLine& line)>& perform) {
  const auto operations = nlohmann::json::parse(arguments).at("do").get<std::vector<std::string>>();
  LessonFacts facts{{"refused", "0"}, {"reason", ""}};
  for (std::size_t i = 0; i < operations.size(); ++i) {
    std::istringstream words{operations[i]};
    const std::string number = fmt::format("{}", i + 1);
    try {
      const std::string said = perform({std::istream_iterator<std::string>{words}, {}});
      facts[number] = said.empty() ? "ok" : said;
    } catch (const gpu::Error& error) {
      facts[number] = "refused";
      if (facts["refused"] == "0") {
        facts["refused"] = number;
        facts["reason"] = error.what();
      }
    }
  }
  return facts;
}

const std::string& word_of(const ScriptLine& line, std::size_t position) {
  if (position >= line.size()) {
    throw ParameterError(fmt::format("'{}' is cut short: it has {} words", fmt::join(line, " "), line.size()));
  }
  return line[position];
}

std::uint64_t number_of(const ScriptLine& line, std::size_t position) {
  const auto number = number_from(word_of(line, position));
  if (!number) {
    throw ParameterError(fmt::format("'{}' is no whole number in '{}'", line[position], fmt::join(line, " ")));
  }
  return *number;
}

void refuse_operation(const ScriptLine& line, std::initializer_list<std::string_view> operations) {
  const std::string& name = word_of(line, 0);
  throw ParameterError(fmt::format("there is no operation '{}'; {}", name,
                                   advise_names(name, std::vector<std::string_view>(operations), "operations")));
}

}  // namespace texelscope::app

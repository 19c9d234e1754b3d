#include "app/cli/conformance_table.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

std::string grouped(std::uint64_t number) {
  return number < 1000 ? fmt::format("{}", number) : fmt::format("{},{:03}", grouped(number / 1000), number % 1000);
}

std::string verdict(const ClassResult& result) {
  if (!result.refusal.empty() && result.samples == 0) {
    return "refused";
  }
  if (result.is_exact()) {
    return "exact";
  }
  const double share = static_cast<double>(result.mismatches) / static_cast<double>(result.samples);
  const std::string bound =
      result.largest_ulp == UINT32_MAX ? "NaN against numbers" : fmt::format("{} ulp", grouped(result.largest_ulp));
  return fmt::format("{} in {:.2g} %{}{}", bound, 100 * share, result.refusal.empty() ? "" : ", some refused",
                     result.is_as_known() ? "" : ", MORE THAN KNOWN");
}

std::string line_of(const ClassResult& result) {
  return fmt::format("  {:<44} {:>6} {:>13} {:>12}  {}\n", result.made.name, result.configurations,
                     grouped(result.samples), grouped(result.mismatches), verdict(result));
}

std::string headline(const ConformanceReport& report, const ConformanceSubject& subject) {
  const CorpusOrigin& origin = subject.expected;
  return fmt::format("{} against {}\n  driver {}, {}, seed {}: {} samples, {} mismatches\n", subject.compared,
                     origin.device, origin.driver, origin.date, origin.seed, grouped(report.samples()),
                     grouped(report.mismatches()));
}

}  // namespace

std::string conformance_table(const ConformanceReport& report, const ConformanceSubject& subject) {
  std::string text = headline(report, subject);
  std::string summary;
  std::string failures;
  const auto& classes = report.classes;
  for (std::size_t begin = 0; begin < classes.size();) {
    const ConformanceGroup group = classes[begin].made.group;
    text += fmt::format("\n{:<46} {:>6} {:>13} {:>12}\n", to_string(group), "setups", "samples", "mismatches");
    std::size_t exact = 0;
    std::size_t end = begin;
    for (; end < classes.size() && classes[end].made.group == group; ++end) {
      const ClassResult& result = classes[end];
      text += line_of(result);
      exact += result.is_exact() ? 1 : 0;
      for (const std::string& reason : {result.first_failure, result.refusal}) {
        failures += reason.empty() ? "" : fmt::format("{}\n  {}\n", result.made.name, reason);
      }
    }
    summary += fmt::format("{:<20} {} of {} classes exact\n", to_string(group), exact, end - begin);
    begin = end;
  }
  return fmt::format("{}\n{}{}{}", text, summary, failures.empty() ? "" : "\n", failures);
}

std::string conformance_json(const ConformanceReport& report, const ConformanceSubject& subject) {
  Json classes = Json::array();
  for (const ClassResult& result : report.classes) {
    Json json{{"group", to_string(result.made.group)},   {"name", result.made.name},
              {"configurations", result.configurations}, {"samples", result.samples},
              {"mismatches", result.mismatches},         {"is_exact", result.is_exact()},
              {"is_as_known", result.is_as_known()}};
    json["largest_ulp"] = result.largest_ulp == UINT32_MAX ? Json() : Json(result.largest_ulp);
    if (!result.first_failure.empty()) {
      json["first_failure"] = result.first_failure;
    }
    if (!result.refusal.empty()) {
      json["refusal"] = result.refusal;
    }
    classes.push_back(std::move(json));
  }
  const CorpusOrigin& origin = subject.expected;
  const Json json{{"compared", subject.compared},
                  {"device", origin.device},
                  {"driver", origin.driver},
                  {"date", origin.date},
                  {"seed", origin.seed},
                  {"samples", report.samples()},
                  {"mismatches", report.mismatches()},
                  {"is_exact", report.is_exact()},
                  {"is_as_known", report.is_as_known()},
                  {"classes", std::move(classes)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace texelscope::app

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/doctor/doctor_checks.h"
#include "app/cli/exit_code.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

std::string_view result_name(CheckResult result) {
  constexpr std::string_view names[] = {"ok", "warn", "fail"};
  return names[static_cast<std::size_t>(result)];
}

void print_text(const std::vector<Check>& checks) {
  for (const Check& check : checks) {
    std::cout << fmt::format("{:<5} {:<14} {}{}{}\n", result_name(check.result), check.name, check.text,
                             check.advice.empty() ? "" : "; to do: ", check.advice);
  }
}

void print_json(const std::vector<Check>& checks, bool is_ok) {
  Json list = Json::array();
  for (const Check& check : checks) {
    list.push_back(
        {{"name", check.name}, {"result", result_name(check.result)}, {"text", check.text}, {"advice", check.advice}});
  }
  std::cout << Json{{"is_ok", is_ok}, {"checks", std::move(list)}}.dump(2, ' ', false, Json::error_handler_t::replace)
            << '\n';
}

}  // namespace

int run_doctor(const CommonOptions& common, bool is_json) {
  // All renderers are checked, whichever is named.
  static_cast<void>(common.renderer_kind());
  const std::optional<gpu::DeviceId> device = common.device_id();
  run_observed(common, [&](const gpu::DeviceOptions& options) {
    const std::vector<Check> checks = check_everything(device, options);
    std::vector<std::string> failed;
    for (const Check& check : checks) {
      if (check.result == CheckResult::fail) {
        failed.push_back(check.name);
      }
    }
    if (is_json) {
      print_json(checks, failed.empty());
    } else {
      print_text(checks);
    }
    if (!failed.empty()) {
      throw RunError(fmt::format("doctor: {} failed; do what its line says", fmt::join(failed, ", ")));
    }
  });
  return exit_code::success;
}

}  // namespace texelscope::app

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

#include "app/cli/common_options.h"
#include "app/cli/doctor/doctor_checks.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"

namespace texelscope::app::doctor_command {
namespace {

std::string_view result_name(CheckResult result) {
  constexpr std::string_view names[] = {"ok", "warn", "fail"};
  return names[static_cast<std::size_t>(result)];
}

std::string text_of(const std::vector<Check>& checks) {
  std::string text;
  for (const Check& check : checks) {
    text += fmt::format("{:<5} {:<14} {}{}{}\n", result_name(check.result), check.name, check.text,
                        check.advice.empty() ? "" : "; fix: ", check.advice);
  }
  return text;
}

Json json_of(const std::vector<Check>& checks, bool is_ok) {
  const Json list = json_list(checks, [](const Check& check) {
    return Json{
        {"name", check.name}, {"result", result_name(check.result)}, {"text", check.text}, {"advice", check.advice}};
  });
  return {{"is_ok", is_ok}, {"checks", list}};
}

int run(const DeviceCommandOptions& options) {
  // Validates --renderer only; all renderers are checked.
  static_cast<void>(options.common.renderer_kind());
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const std::vector<Check> checks = check_everything(options.common.device_id(), device_options);
    std::vector<std::string> failed;
    for (const Check& check : checks) {
      if (check.result == CheckResult::fail) {
        failed.push_back(check.name);
      }
    }
    std::cout << (options.is_json ? json_text(json_of(checks, failed.empty())) : text_of(checks));
    if (!failed.empty()) {
      throw RunError(fmt::format("doctor: {} failed; follow the advice above", fmt::join(failed, ", ")));
    }
  });
  return exit_code::success;
}

const RegisteredSubcommand registered{
    {.name = "doctor",
     .text = "check each step from a device to a displayed image, and suggest fixes",
     .group = CommandGroup::people,
     .rank = 140,
     .examples = {{"texelscope doctor", "what works on this machine, and how to fix the rest"}},
     .declare = with_options(declare_device_command, run)}};

}  // namespace
}  // namespace texelscope::app::doctor_command

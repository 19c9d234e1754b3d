#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/conformance/conformance_run.h"
#include "app/device/device_choice.h"
#include "app/device/observation.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/text/count_text.h"
#include "app/text/option_text.h"
#include "app/text/time_text.h"
#include "app/texture/compared_gpus.h"

namespace texelscope::app::conformance_command {
namespace {

struct Options {
  CommonOptions common;
  std::string samples;
  std::string seed;
  std::string only;
  std::string record;
  std::string replay;
  bool is_json = false;
};

void declare(CommandOptions& command, Options& options) {
  command.option("--samples", "N", options.samples,
                 "total number of samples (default: 10000000, or 400000 with "
                 "--record)");
  command.option("--seed", "S", options.seed, "random seed (default: 1)");
  command.option("--only", "TEXT", options.only, "compare only classes whose name contains this");
  command.option("--record", "FILE", options.record, "record the device's results, to replay on machines without it",
                 {.path = PathUse::write});
  command.option("--replay", "FILE", options.replay, "compare with recorded results (default device: cpu)",
                 {.path = PathUse::read});
  command.json(options.is_json);
  add_common_options(command, options.common);
}

/// The two sides of the comparison.
struct Subject {
  /// The reference device, present or recorded.
  CorpusOrigin expected;
  /// The name of the other side: "the model on device cpu".
  std::string compared;
};

std::string grouped(std::uint64_t number) { return grouped_digits(std::to_string(number)); }

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
  return fmt::format("{} in {:.2g} %{}", bound, 100 * share, result.refusal.empty() ? "" : ", some rejected");
}

std::string line_of(const ClassResult& result) {
  return fmt::format("  {:<44} {:>6} {:>13} {:>12}  {}\n", result.made.name, result.configurations,
                     grouped(result.samples), grouped(result.mismatches), verdict(result));
}

std::string headline(const ConformanceReport& report, const Subject& subject) {
  const CorpusOrigin& origin = subject.expected;
  return fmt::format("{} against {}\n  driver {}, {}, seed {}: {} samples, {} mismatches\n", subject.compared,
                     origin.device, origin.driver, origin.date, origin.seed, grouped(report.samples()),
                     grouped(report.mismatches()));
}

/// "48 of 925 classes differ: 3D float32 point, gradients linear; …", in one line; empty if none does.
std::string differing_classes(const ConformanceReport& report) {
  std::string names;
  std::size_t count = 0;
  for (const ClassResult& result : report.classes) {
    if (!result.is_exact()) {
      names += (count++ == 0 ? "" : "; ") + result.made.name;
    }
  }
  return count == 0 ? "" : fmt::format("{} of {} classes differ: {}\n", count, report.classes.size(), names);
}

/// The table: a line per class under the heading of its group, then the exactness of the groups, then explanations of
/// the mismatches.
std::string table_of(const ConformanceReport& report, const Subject& subject) {
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
  return fmt::format("{}\n{}{}{}{}", text, summary, differing_classes(report), failures.empty() ? "" : "\n", failures);
}

Json json_of(const ConformanceReport& report, const Subject& subject) {
  Json classes = json_list(report.classes, [](const ClassResult& result) {
    Json json{{"group", to_string(result.made.group)},   {"name", result.made.name},
              {"configurations", result.configurations}, {"samples", result.samples},
              {"mismatches", result.mismatches},         {"is_exact", result.is_exact()}};
    json["largest_ulp"] = result.largest_ulp == UINT32_MAX ? Json() : Json(result.largest_ulp);
    if (!result.first_failure.empty()) {
      json["first_failure"] = result.first_failure;
    }
    if (!result.refusal.empty()) {
      json["refusal"] = result.refusal;
    }
    return json;
  });
  const CorpusOrigin& origin = subject.expected;
  return {{"compared", subject.compared},
          {"device", origin.device},
          {"driver", origin.driver},
          {"date", origin.date},
          {"seed", origin.seed},
          {"samples", report.samples()},
          {"mismatches", report.mismatches()},
          {"is_exact", report.is_exact()},
          {"classes", std::move(classes)}};
}

/// A corpus is stored in the source tree, so it should not exceed a few megabytes.
constexpr std::uint64_t recorded_samples = 400'000;

ConformancePlan plan_from(const Options& options) {
  ConformancePlan plan;
  plan.is_recorded = !options.record.empty();
  if (plan.is_recorded) {
    plan.samples = recorded_samples;
  }
  if (!options.samples.empty()) {
    plan.samples = number_option("--samples", options.samples, 1, plan.is_recorded ? 10'000'000 : 1'000'000'000'000);
  }
  if (!options.seed.empty()) {
    plan.seed = number_option("--seed", options.seed, 0, UINT64_MAX);
  }
  plan.only = options.only;
  return plan;
}

void check(const Options& options) {
  if (!options.replay.empty() && (!options.record.empty() || !options.samples.empty() || !options.seed.empty())) {
    throw UsageError(
        "conformance: --replay reads the samples and seed from the file; omit --record, --samples and --seed");
  }
  const std::vector<ConformanceClass> classes = conformance_classes();
  const bool has_any = std::ranges::any_of(
      classes, [&](const ConformanceClass& made) { return made.name.find(options.only) != std::string::npos; });
  if (!has_any) {
    throw UsageError(
        fmt::format("--only cannot be '{}': no class name contains it; class names look like '{}' or "
                    "'{}'",
                    options.only, classes.front().name, classes.back().name));
  }
}

/// The version of the NVIDIA kernel module, which CUDA does not report.
std::string kernel_module_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  for (std::string word; file >> word;) {
    if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos) {
      return word;
    }
  }
  return "";
}

CorpusOrigin origin_of(const gpu::Device& device, std::uint64_t seed) {
  const gpu::DeviceProperties& properties = device.properties();
  CorpusOrigin origin;
  origin.device = properties.name;
  origin.driver = "none";
  if (device.id().kind == gpu::DeviceKind::cuda) {
    const std::string module = kernel_module_version();
    origin.driver = fmt::format("{}CUDA {}.{}", module.empty() ? "" : module + ", ", properties.driver_version / 1000,
                                properties.driver_version % 1000 / 10);
  }
  origin.date = utc_time_text();
  origin.seed = seed;
  return origin;
}

int print(const Options& options, const ConformanceReport& report, const Subject& subject) {
  std::cout << (options.is_json ? json_text(json_of(report, subject)) : table_of(report, subject));
  return report.is_exact() ? exit_code::success : exit_code::check_failed;
}

// The draws deliberately include WRAP and MIRROR with unnormalized coordinates, which are clamped, so warnings are
// disabled.
int replay(const Options& options, const gpu::DeviceOptions& device_options, const ConformanceProgress& progress) {
  const Corpus corpus = load_corpus(options.replay);
  const gpu::Device device =
      gpu::Device::open(options.common.device_id().value_or(gpu::DeviceId{}), without_warnings(device_options));
  const ConformanceReport report = replay_corpus(corpus, options.only, device, progress);
  return print(options, report, {corpus.origin, fmt::format("device {}", to_string(device.id()))});
}

int compare(const Options& options, const gpu::DeviceOptions& device_options, const ConformanceProgress& progress) {
  const ConformancePlan plan = plan_from(options);
  const std::optional<gpu::DeviceId> id = options.common.device_id();
  const ChosenDevice chosen = open_device(id, without_warnings(device_options));
  const bool is_cpu = chosen.device.id().kind == gpu::DeviceKind::cpu;
  if (is_cpu && !id) {
    throw RunError(
        fmt::format("no device to compare the model with: {}; use --replay FILE with recorded results, or --device "
                    "cpu to compare the model's fast functions with its general functions",
                    chosen.note));
  }
  const gpu::Device model = is_cpu ? chosen.device : gpu::Device::open({}, without_warnings(device_options));
  if (const std::string note = uncompared_note(chosen.device.properties()); !note.empty()) {
    print_note(note);
  }
  ConformanceReport report = run_conformance(plan, chosen.device, model, progress);
  Subject subject{origin_of(chosen.device, plan.seed), "the model"};
  if (is_cpu) {
    print_note(
        "device cpu is the model: its fast functions for sample_1d, sample_2d and sample_3d are compared with its "
        "general functions");
    subject.compared = "the model's fast functions";
    subject.expected.device = "its general functions";
  }
  if (plan.is_recorded) {
    save_corpus(options.record, {origin_of(chosen.device, plan.seed), std::move(report.recorded)});
  }
  return print(options, report, subject);
}

int run(const Options& options) {
  check(options);
  if (!options.record.empty()) {
    require_writable(options.record);
  }
  Progress progress;
  const auto show = [&](double done) { progress.show(fmt::format("{:.0f} %", 100 * done)); };
  int code = exit_code::success;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    code = options.replay.empty() ? compare(options, device_options, show) : replay(options, device_options, show);
  });
  return code;
}

const RegisteredSubcommand registered{
    {.name = "conformance",
     .text = "compare the model of the texture unit with a GPU, bit by bit",
     .group = CommandGroup::developers,
     .rank = 10,
     .footer = "Draws random textures of every format, shape, address mode, filter and memory kind, with coordinates "
               "concentrated\naround texel edges; NaNs count as equal. A class is exact, or is listed with the largest "
               "difference found. Exit\ncode 1 if any result differs.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::conformance_command

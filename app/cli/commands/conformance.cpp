#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

#include "app/cli/commands/conformance_options.h"
#include "app/cli/conformance_table.h"
#include "app/cli/exit_code.h"
#include "app/cli/progress.h"
#include "app/device/device_choice.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/text/option_text.h"

namespace texelscope::app {
namespace {

/// A corpus is kept in the source tree: a few megabytes.
constexpr std::uint64_t recorded_samples = 400'000;

ConformancePlan plan_from(const ConformanceOptions& options) {
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

void check(const ConformanceOptions& options) {
  if (!options.replay.empty() && (!options.record.empty() || !options.samples.empty() || !options.seed.empty())) {
    throw UsageError(
        "conformance: --replay takes samples and seed from the file, and records nothing; leave --record, "
        "--samples and --seed out");
  }
  const std::vector<ConformanceClass> classes = conformance_classes();
  const bool has_any = std::ranges::any_of(
      classes, [&](const ConformanceClass& made) { return made.name.find(options.only) != std::string::npos; });
  if (!has_any) {
    throw UsageError(fmt::format("--only cannot be '{}': no class's name contains it, such as '{}' or '{}'",
                                 options.only, classes.front().name, classes.back().name));
  }
}

/// The version of NVIDIA's kernel module, which CUDA does not tell.
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
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  origin.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
  origin.seed = seed;
  return origin;
}

/// WRAP and MIRROR with unnormalised coordinates are among what is drawn, and known to be clamped.
gpu::DeviceOptions without_warnings(gpu::DeviceOptions options) {
  options.diagnostics = [tell = options.diagnostics](const gpu::Diagnostic& diagnostic) {
    if (tell && diagnostic.severity != gpu::Diagnostic::Severity::warning) {
      tell(diagnostic);
    }
  };
  return options;
}

int print(const ConformanceOptions& options, const ConformanceReport& report, const ConformanceSubject& subject) {
  std::cout << (options.is_json ? conformance_json(report, subject) : conformance_table(report, subject));
  return report.is_as_known() ? exit_code::success : exit_code::check_failed;
}

int replay(const ConformanceOptions& options, const gpu::DeviceOptions& device_options,
           const ConformanceProgress& progress) {
  const Corpus corpus = load_corpus(options.replay);
  const gpu::Device device =
      gpu::Device::open(options.common.device_id().value_or(gpu::DeviceId{}), without_warnings(device_options));
  const ConformanceReport report = replay_corpus(corpus, options.only, device, progress);
  return print(options, report, {corpus.origin, fmt::format("device {}", to_string(device.id()))});
}

int compare(const ConformanceOptions& options, const gpu::DeviceOptions& device_options,
            const ConformanceProgress& progress) {
  const ConformancePlan plan = plan_from(options);
  const std::optional<gpu::DeviceId> id = options.common.device_id();
  const ChosenDevice chosen = open_device(id, without_warnings(device_options));
  const bool is_cpu = chosen.device.id().kind == gpu::DeviceKind::cpu;
  if (is_cpu && !id) {
    throw RunError(
        fmt::format("nothing to compare the model with: {}; use --replay FILE with recorded results, or "
                    "--device cpu to compare the model's quick functions with its general ones",
                    chosen.note));
  }
  const gpu::Device model = is_cpu ? chosen.device : gpu::Device::open({}, without_warnings(device_options));
  ConformanceReport report = run_conformance(plan, chosen.device, model, progress);
  ConformanceSubject subject{origin_of(chosen.device, plan.seed), "the model"};
  if (is_cpu) {
    print_note(
        "device cpu is the model: its quick functions for sample_1d, sample_2d and sample_3d are compared with its "
        "general ones");
    subject.compared = "the model's quick functions";
    subject.expected.device = "its general ones";
  }
  if (plan.is_recorded) {
    save_corpus(options.record, {origin_of(chosen.device, plan.seed), std::move(report.recorded)});
  }
  return print(options, report, subject);
}

}  // namespace

int run_conformance_command(const ConformanceOptions& options) {
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

}  // namespace texelscope::app

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "app/cli/bench/copy_measurement.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/device/device_choice.h"
#include "app/labs/copy/copy_cases.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app::bench_copies {
namespace {

/// Prints figures immediately, or collects them for JSON.
class CopyReport {
 public:
  explicit CopyReport(bool is_json) : is_json_{is_json} {}

  [[nodiscard]] bool is_right() const { return is_right_; }

  template <class Figure>
  void add(const char* list, const Figure& figure) {
    is_right_ = is_right_ && figure.speed.differences == 0;
    if (is_json_) {
      json_[list].push_back(json_of(figure));
    } else {
      std::cout << line_of(figure) << std::flush;
    }
  }

  void begin(const gpu::Device& device) {
    json_ = result_json(device, {{"figures", Json::array()}, {"host_figures", Json::array()}});
    if (!is_json_) {
      std::cout << fmt::format("{} ({}): bytes read and written, relative to a memcpy in the same run\n",
                               to_string(device.id()), device.properties().name);
    }
  }

  void end() const {
    if (is_json_) {
      std::cout << json_text(json_);
    }
  }

 private:
  bool is_json_;
  bool is_right_ = true;
  Json json_;
};

void measure_between_host_and_device(const gpu::Stream& stream, const gpu::DeviceOptions& options, CopyReport& report) {
  const gpu::Device cpu = gpu::Device::open({gpu::DeviceKind::cpu, 0}, options);
  const gpu::Stream host = cpu.create_stream();
  const std::uint64_t memory = std::min(cpu.properties().memory_bytes, stream.device().properties().memory_bytes);
  for (const HostCopyCase& each : host_copy_cases(memory)) {
    report.add("host_figures", measure(each, stream, host));
  }
}

int run(const DeviceCommandOptions& options) {
  CopyReport report(options.is_json);
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const ChosenDevice chosen = open_device(options.common.device_id(), device_options);
    const bool is_cuda = chosen.device.id().kind == gpu::DeviceKind::cuda;
    const gpu::Stream stream = chosen.device.create_stream();
    report.begin(chosen.device);
    for (const CopyCase& each : copy_cases(copy_sizes(is_cuda, chosen.device.properties().memory_bytes))) {
      report.add("figures", measure(each, stream));
    }
    if (is_cuda) {
      measure_between_host_and_device(stream, device_options, report);
    }
    report.end();
  });
  return report.is_right() ? exit_code::success : exit_code::check_failed;
}

const RegisteredSubcommand registered{
    {.name = "bench copies",
     .text = "compare strided copies with a memcpy, verifying each first; exit code 1 if any copy is wrong",
     .rank = 30,
     .declare = with_options(declare_device_command, run)}};

}  // namespace
}  // namespace texelscope::app::bench_copies

#include <fmt/format.h>

#include <iostream>

#include "app/cli/command.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app::devices_command {
namespace {

std::string version_text(int driver_version) {
  return fmt::format("{}.{}", driver_version / 1000, driver_version % 1000 / 10);
}

std::string uuid_text(const std::array<std::uint8_t, 16>& uuid) {
  std::string text;
  for (std::size_t index = 0; index < uuid.size(); ++index) {
    text += fmt::format("{}{:02x}", index == 4 || index == 6 || index == 8 || index == 10 ? "-" : "", uuid[index]);
  }
  return text;
}

Json device_json(const gpu::DeviceReport& report) {
  Json json{{"id", to_string(report.id)}, {"is_available", report.properties.has_value()}};
  if (!report.properties) {
    json["reason"] = report.reason;
    return json;
  }
  const gpu::DeviceProperties& properties = *report.properties;
  json["name"] = properties.name;
  if (report.id.kind == gpu::DeviceKind::cuda) {
    json["driver_version"] = version_text(properties.driver_version);
    json["compute_capability"] = fmt::format("{}.{}", properties.compute_major, properties.compute_minor);
    json["uuid"] = uuid_text(properties.uuid);
  }
  json["multiprocessor_count"] = properties.multiprocessor_count;
  json["memory_bytes"] = properties.memory_bytes;
  json["texture_alignment"] = properties.texture_alignment;
  json["texture_pitch_alignment"] = properties.texture_pitch_alignment;
  json["max_texture_1d"] = properties.max_texture_1d;
  json["max_texture_2d"] = properties.max_texture_2d;
  json["max_texture_3d"] = properties.max_texture_3d;
  json["has_stream_ordered_memory"] = properties.has_stream_ordered_memory;
  json["max_threads_per_block"] = properties.max_threads_per_block;
  json["max_block"] = properties.max_block;
  json["max_grid"] = properties.max_grid;
  json["max_shared_bytes_per_block"] = properties.max_shared_bytes_per_block;
  json["max_shared_bytes_per_block_opt_in"] = properties.max_shared_bytes_per_block_opt_in;
  json["has_clusters"] = properties.has_clusters;
  json["has_cooperative_launch"] = properties.has_cooperative_launch;
  json["has_programmatic_launch"] = properties.has_programmatic_launch;
  return json;
}

std::string device_line(const gpu::DeviceReport& report) {
  if (!report.properties) {
    return fmt::format("{:<8} not available: {}\n", to_string(report.id), report.reason);
  }
  const gpu::DeviceProperties& properties = *report.properties;
  const bool is_cuda = report.id.kind == gpu::DeviceKind::cuda;
  return fmt::format("{:<8} {}: {} {}, {:.1f} GiB, textures up to {}x{}{}\n", to_string(report.id), properties.name,
                     properties.multiprocessor_count, is_cuda ? "multiprocessors" : "threads",
                     static_cast<double>(properties.memory_bytes) / 1073741824.0, properties.max_texture_2d[0],
                     properties.max_texture_2d[1],
                     is_cuda ? fmt::format(", compute capability {}.{}, driver {}", properties.compute_major,
                                           properties.compute_minor, version_text(properties.driver_version))
                             : "");
}

/// Lists the devices, or why they are unavailable.
int run(const JsonOptions& options) {
  const std::vector<gpu::DeviceReport> reports = gpu::find_devices();
  if (options.is_json) {
    std::cout << json_text({{"devices", json_list(reports, device_json)}});
  } else {
    for (const gpu::DeviceReport& report : reports) {
      std::cout << device_line(report);
    }
  }
  return exit_code::success;
}

const RegisteredSubcommand registered{{.name = "devices",
                                       .text = "list the devices, and why any are unavailable",
                                       .group = CommandGroup::people,
                                       .rank = 130,
                                       .declare = with_options(declare_json, run)}};

}  // namespace
}  // namespace texelscope::app::devices_command

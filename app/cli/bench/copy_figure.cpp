#include "app/cli/bench/copy_figure.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const gpu::Dimensions& dimensions) {
  Json array = Json::array();
  for (const std::int64_t each : dimensions) {
    array.push_back(each);
  }
  return array;
}

void add(Json& json, const CopySpeed& speed) {
  json["bytes"] = speed.bytes;
  json["gigabytes_per_second"] = speed.gigabytes_per_second;
  json["memcpy_gigabytes_per_second"] = speed.memcpy_gigabytes_per_second;
  json["ratio"] = speed.ratio();
  json["differences"] = speed.differences;
  json["plan"] = speed.plan;
}

std::string text_of(const CopySpeed& speed) {
  return fmt::format("{:>8.1f} GB/s of {:>8.1f}   {:.3f}   {}{}\n", speed.gigabytes_per_second,
                     speed.memcpy_gigabytes_per_second, speed.ratio(), speed.plan,
                     speed.differences == 0 ? "" : fmt::format("   WRONG: {} elements", speed.differences));
}

}  // namespace

Json json_of(const CopyFigure& figure) {
  Json json{{"name", figure.measured.name},
            {"kind", to_string(figure.measured.kind)},
            {"dtype", figure.measured.type},
            {"shape", json_of(figure.measured.shape)},
            {"permutation", figure.measured.operation}};
  add(json, figure.speed);
  json["memcpy_by"] = figure.memcpy_by;
  json["limit"] = figure.limit;
  return json;
}

Json json_of(const HostCopyFigure& figure) {
  const HostCopyCase& measured = figure.measured;
  Json json{{"name", name_of(measured)},
            {"direction", measured.is_to_device ? "host to device" : "device to host"},
            {"host_memory", measured.is_pinned ? "pinned" : "pageable"},
            {"strided", measured.is_host_strided ? "host" : "device"},
            {"kind", to_string(measured.row_bytes > 0 ? CopyKind::rows : CopyKind::transpose)}};
  if (measured.row_bytes > 0) {
    json["row_bytes"] = measured.row_bytes;
  }
  json["dtype"] = "float32";
  json["shape"] = json_of(measured.dense().shape());
  json["source_strides"] = json_of(measured.source().strides());
  json["destination_strides"] = json_of(measured.destination().strides());
  add(json, figure.speed);
  return json;
}

std::string line_of(const CopyFigure& figure) {
  return fmt::format("  {:<18} {:<10} {:<24} {:<22} {}", figure.measured.name, figure.measured.type,
                     to_string(figure.measured.shape), figure.measured.operation, text_of(figure.speed));
}

std::string line_of(const HostCopyFigure& figure) {
  return fmt::format("  {:<77} {}", name_of(figure.measured), text_of(figure.speed));
}

}  // namespace texelscope::app

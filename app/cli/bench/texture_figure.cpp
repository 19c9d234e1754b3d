#include "app/cli/bench/texture_figure.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Spread& spread) {
  return {{"median", spread.median}, {"lowest", spread.lowest}, {"highest", spread.highest}};
}

std::string text_of(const Spread& spread) {
  return fmt::format("{:>7.1f} ({:.1f} – {:.1f})", spread.median, spread.lowest, spread.highest);
}

}  // namespace

Json json_of(const TextureFigure& figure) {
  const TextureCase& measured = figure.measured;
  Json json{{"name", name_of(measured)},
            {"rank", measured.array.shape.rank()},
            {"format", format_name_of(measured)},
            {"filter", to_string(measured.texture.filter_mode)},
            {"address", to_string(measured.texture.address_mode[0])},
            {"source", to_string(measured.array.shape)},
            {"result", measured.result_format() == gpu::DataType::uint8 ? "RGBA8" : "RGBA32F"},
            {"mtexels_per_second", json_of(figure.device)}};
  if (figure.gl) {
    json["gl_mtexels_per_second"] = json_of(figure.gl->speed);
    json["ratio"] = json_of(figure.gl->ratio);
    json["differing_share"] = figure.gl->differing_share;
  }
  return json;
}

std::string line_of(const TextureFigure& figure) {
  std::string line = fmt::format("  {:<30} {:<26}", name_of(figure.measured), text_of(figure.device));
  if (figure.gl) {
    line += fmt::format(" {:<26} {:.2f} ({:.2f} – {:.2f})", text_of(figure.gl->speed), figure.gl->ratio.median,
                        figure.gl->ratio.lowest, figure.gl->ratio.highest);
    if (!figure.is_right()) {
      line += fmt::format("   WRONG: {:.1f} % of the pixels differ", 100 * figure.gl->differing_share);
    }
  }
  return line + '\n';
}

}  // namespace texelscope::app

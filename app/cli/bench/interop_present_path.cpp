#include "app/cli/bench/interop_present_path.h"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/labs/interop/interop_lab.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

const PresentPathDeclaration& declaration_of(const PresentationFigure& figure) {
  return present_path_kinds()[static_cast<std::size_t>(figure.method)];
}

}  // namespace

PresentationReport measure_present_path(InteropTools& tools, const std::shared_ptr<gpu::StreamProfiler>& times) {
  PresentationReport report;
  for (const ShownSize& size : shown_sizes) {
    PresentationCost cost{size.width, size.height, shown_rounds};
    while (cost.advance(tools, 1)) {
    }
    report.sizes.push_back({size.width, size.height, cost.figures()});
  }
  OwnershipTrace life{tools.make_image(192, 128), times};
  while (!life.is_frame_over()) {
    life.step();
  }
  report.life = life.records();
  return report;
}

Json present_path_json(const PresentationReport& report) {
  Json sizes = Json::array();
  for (const PresentationReport::Size& size : report.sizes) {
    Json ways = Json::array();
    for (const PresentationFigure& figure : size.figures) {
      Json way{{"name", declaration_of(figure).name}, {"rounds", figure.rounds}};
      if (figure.reason.empty()) {
        way["host_us"] = figure.median.host_us;
        way["whole_us"] = figure.median.whole_us;
        way["minimum_whole_us"] = figure.minimum_whole_us;
      } else {
        way["reason"] = figure.reason;
      }
      ways.push_back(std::move(way));
    }
    sizes.push_back({{"image", fmt::format("{}x{} RGBA8", size.width, size.height)}, {"ways", std::move(ways)}});
  }
  return sizes;
}

Json life_json(const PresentationReport& report) {
  Json steps = Json::array();
  for (const OwnershipRecord& record : report.life) {
    Json facts;
    for (const auto& [name, value] : rows_of(record.facts)) {
      facts[std::string{name}] = value;
    }
    Json calls = Json::array();
    for (const LifeCall& call : record.calls) {
      calls.push_back(
          {{"name", call.name}, {"of", call.is_renderer ? "renderer" : "device"}, {"host_us", call.host_us}});
    }
    Json refused = Json::array();
    for (const Refusal& refusal : record.refusals) {
      refused.push_back({{"action", refusal.action}, {"error", refusal.text}});
    }
    steps.push_back({{"step", name_of(record.step)},
                     {"facts", std::move(facts)},
                     {"calls", std::move(calls)},
                     {"refused", std::move(refused)}});
  }
  return steps;
}

void print_present_path(const PresentationReport& report) {
  for (const PresentationReport::Size& size : report.sizes) {
    std::cout << fmt::format("  show a frame of {}x{}, µs                          host free   texel read back\n",
                             size.width, size.height);
    for (const PresentationFigure& figure : size.figures) {
      const PresentPathDeclaration& way = declaration_of(figure);
      if (figure.reason.empty()) {
        std::cout << fmt::format("  {:<18} {:<20} median {:>13.1f} {:>17.1f}\n", way.name, way.title,
                                 figure.median.host_us, figure.median.whole_us);
      } else {
        std::cout << fmt::format("  {:<18} {:<20} not here: {}\n", way.name, way.title, figure.reason);
      }
    }
  }
  std::cout << "  the life of an image in a frame\n";
  for (const OwnershipRecord& record : report.life) {
    const bool is_renderers = record.facts.owner == ImageOwner::renderer;
    const std::string timeline =
        record.facts.timeline ? fmt::format(", timeline {}", record.facts.timeline->value) : "";
    std::cout << fmt::format("  {:<18} {:<20} {}{}; {}\n", title_of(record.step),
                             is_renderers ? "the renderer has it" : "the device has it", record.facts.mapping, timeline,
                             waits_text(record.facts));
  }
}

}  // namespace texelscope::app

#include "app/lessons/lesson_facts.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/labs/layout/layout_reasons.h"
#include "app/labs/layout/shared_memory_banks.h"
#include "app/labs/layout/warp_access.h"
#include "app/text/parameter.h"
#include "app/text/setting_text.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/layout_operation.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;

/// The widest load of one thread, in bytes (PTX ISA, vectors; compute capability 9.0 and below).
constexpr std::int64_t widest_load = 16;

gpu::StridedLayout dense_or_strided(const Json& json, const std::vector<std::string_view>& others = {}) {
  std::vector<std::string_view> known{"shape", "strides", "itemsize", "order", "operations"};
  known.insert(known.end(), others.begin(), others.end());
  require_known(json, known);
  const gpu::Dimensions shape = gpu::dimensions_from_string(json.at("shape").get<std::string>());
  const std::int64_t itemsize = json.value("itemsize", std::int64_t{1});
  if (json.contains("strides")) {
    return {shape, gpu::dimensions_from_string(json.at("strides").get<std::string>()), itemsize};
  }
  return gpu::StridedLayout::dense(shape, itemsize, gpu::stride_order_from_string(json.value("order", "C")));
}

gpu::StridedLayout with_operations(gpu::StridedLayout layout, const Json& json) {
  for (const auto& operation : json.value("operations", std::vector<std::string>{})) {
    layout = gpu::apply(layout, gpu::layout_operation_from_string(operation));
  }
  return layout;
}

}  // namespace

gpu::StridedLayout lesson_layout(const nlohmann::json& json, const std::vector<std::string_view>& others) {
  return with_operations(dense_or_strided(json, others), json);
}

LessonFacts layout_facts(const Json& json, const gpu::Device& /*device*/, ComputationDeadline /*deadline*/) {
  LessonFacts facts;
  gpu::StridedLayout layout = dense_or_strided(json);
  try {
    layout = with_operations(layout, json);
  } catch (const gpu::InvalidArgument& error) {
    facts["refusal"] = error.what();
    return facts;
  }
  for (const LayoutReason& reason : layout_reasons(layout)) {
    facts[reason.property] = reason.value;
    facts[reason.property + ".reason"] = reason.reason;
  }
  if (layout.ndim() > 0 && layout.itemsize() <= widest_load) {
    facts["max_compatible_itemsize"] = fmt::format("{}", layout.max_compatible_itemsize(widest_load));
  }
  return facts;
}

LessonFacts warp_facts(const Json& json, const gpu::Device& /*device*/, ComputationDeadline /*deadline*/) {
  const WarpAccess access = warp_access(lesson_layout(json, {"start"}), json.value("start", std::int64_t{0}));
  return {{"sectors", fmt::format("{}", access.sectors.size())},
          {"lines", fmt::format("{}", access.lines.size())},
          {"ideal_sectors", fmt::format("{}", access.ideal_sectors)},
          {"asked_bytes", fmt::format("{}", access.asked_bytes)},
          {"fetched_bytes", fmt::format("{}", static_cast<std::int64_t>(access.sectors.size()) * sector_bytes)},
          // In percent, with the digits of the Layouts lab.
          {"efficiency", fmt::format("{:g}", std::round(1000 * access.efficiency()) / 10)}};
}

LessonFacts bank_facts(const Json& json, const gpu::Device& /*device*/, ComputationDeadline /*deadline*/) {
  require_known(json, {"rows", "columns", "itemsize", "padding", "swizzle", "direction", "line", "lane"});
  SharedMemoryTile tile{.rows = json.value("rows", 32),
                        .columns = json.value("columns", 32),
                        .itemsize = json.value("itemsize", 4),
                        .padding = json.value("padding", 0),
                        .is_swizzled = json.value("swizzle", false)};
  SharedMemoryAccess access{.direction = TileDirection::column, .line = json.value("line", 0)};
  take_choice("direction", json.value("direction", "column"), tile_direction_names, access.direction);
  settle(tile, access);
  const BankConflicts conflicts = bank_conflicts(tile, access);
  const auto padding = padding_without_conflicts(tile, access.direction);
  const auto number = json.value("lane", std::size_t{0});
  if (number >= conflicts.lanes.size()) {
    throw ParameterError(fmt::format("lane {} reads nothing; use 0 to {}", number, conflicts.lanes.size() - 1));
  }
  const BankLane& lane = conflicts.lanes[number];
  return {{"passes", fmt::format("{}", conflicts.passes)},
          {"phases", fmt::format("{}", conflicts.phases.size())},
          {"degree", fmt::format("{}", conflicts.degree())},
          {"padding", padding ? fmt::format("{}", *padding) : "none"},
          {"size_in_bytes", fmt::format("{}", tile.size_in_bytes())},
          {"address", fmt::format("{}", lane.address)},
          {"bank", fmt::format("{}", lane.bank)}};
}

LessonFacts copy_facts(const Json& json, const gpu::Device& /*device*/, ComputationDeadline /*deadline*/) {
  require_known(json, {"source", "destination"});
  const gpu::CopyPlan plan = gpu::plan_copy(lesson_layout(json.at("source")), lesson_layout(json.at("destination")));
  return {{"method", std::string(to_string(plan.method))},
          {"item_bytes", fmt::format("{}", plan.item_bytes)},
          {"volume_bytes", fmt::format("{}", plan.volume_bytes)},
          {"axes", fmt::format("{}", plan.axes.size())},
          {"plan", to_string(plan)}};
}

}  // namespace texelscope::app

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/accesses/access_capture.h"
#include "app/accesses/recorded_scenes.h"
#include "app/lessons/lesson_facts.h"
#include "app/lessons/recorded_launches.h"
#include "app/text/parameter.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;

/// The sums of all lines that read, or write, memory.
LessonFacts facts_of_lines(const std::vector<LineMap>& lines, gpu::AccessKind kind, std::string_view name) {
  LineMap sum;
  for (const LineMap& line : lines) {
    if (line.kind == kind) {
      sum.accesses += line.accesses;
      sum.bytes += line.bytes;
      sum.requests += line.requests;
      sum.sectors += line.sectors;
      sum.distinct_bytes += line.distinct_bytes;
    }
  }
  const auto requests = static_cast<double>(std::max<std::uint64_t>(1, sum.requests));
  const auto key = [&](std::string_view fact) { return fmt::format("{}.{}", name, fact); };
  return {{key("accesses"), fmt::format("{}", sum.accesses)},
          {key("asked_bytes"), fmt::format("{}", sum.bytes)},
          {key("requests"), fmt::format("{}", sum.requests)},
          {key("sectors"), fmt::format("{}", sum.sectors)},
          {key("fetched_bytes"), fmt::format("{}", 32 * sum.sectors)},
          {key("sectors_a_request"), fmt::format("{:.4g}", static_cast<double>(sum.sectors) / requests)},
          {key("efficiency"), fmt::format("{:.4g}", 100 * sum.efficiency())}};
}

/// The first hazard, and the number of all.
LessonFacts facts_of_hazards(const std::vector<Hazard>& hazards, const gpu::AccessRecording& recording) {
  LessonFacts facts{{"hazards", fmt::format("{}", hazards.size())}, {"hazard", "none"}};
  if (!hazards.empty()) {
    const Hazard& first = hazards.front();
    const kernels::LaunchExtent& extent = recording.launches.at(first.first.launch).extent;
    facts["hazard"] = hazard_names[static_cast<std::size_t>(first.kind)];
    facts["first_thread"] = fmt::format("{}", thread_index(extent, first.first.thread).x);
    facts["second_thread"] = fmt::format("{}", thread_index(extent, first.second.thread).x);
    facts["texel"] = fmt::format("{}", first.offset / sizeof(float));
  }
  return facts;
}

/// The picture's size along an axis; few texels, because a recorded thread is expensive.
int size_of(const Json& json, const char* name) {
  const int size = json.value(name, 1);
  if (size < 1 || size > 256) {
    throw ParameterError(fmt::format("{} cannot be {}; use 1 to 256", name, size));
  }
  return size;
}

}  // namespace

LessonFacts access_facts(const Json& json, const gpu::Device& /*device*/, ComputationDeadline /*deadline*/) {
  require_known(json, {"kernel", "width", "height", "texels"});
  const auto kernel = json.at("kernel").get<std::string>();
  const auto found = std::ranges::find(blur_names, kernel);
  if (found == blur_names.end()) {
    throw ParameterError(fmt::format("there is no kernel '{}'; use {}", kernel, fmt::join(blur_names, ", ")));
  }
  const int width = size_of(json, "width");
  const int height = size_of(json, "height");
  std::vector<float> texels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  const auto values = json.value("texels", std::vector<float>{});
  std::copy_n(values.begin(), std::min(values.size(), texels.size()), texels.begin());

  AccessCapture capture({.recorder = {.max_accesses = 0, .modules = {recorded_scenes()}}, .checks_hazards = true});
  const gpu::Device device = gpu::Device::open({}, capture.device_options());
  const gpu::Stream stream = device.create_stream();
  const gpu::Buffer from = device.allocate(texels.size() * sizeof(float), stream);
  const gpu::Buffer to = device.allocate(texels.size() * sizeof(float), stream);
  from.copy_from(texels, stream);
  to.copy_from(texels, stream);
  capture.begin_frame(true);
  launch_blur(static_cast<Blur>(found - blur_names.begin()), from, to, width, height, stream);
  to.copy_to(texels, stream);
  stream.synchronize();

  const RecordedAccesses recorded = capture.result();
  LessonFacts facts = facts_of_hazards(*recorded.hazards, recorded.recording);
  facts.merge(facts_of_lines(recorded.lines, gpu::AccessKind::memory_read, "reads"));
  facts.merge(facts_of_lines(recorded.lines, gpu::AccessKind::memory_write, "writes"));
  for (std::size_t i = 0; i < std::min<std::size_t>(texels.size(), 16); ++i) {
    facts[fmt::format("texel.{}", i)] = fmt::format("{:.9g}", texels[i]);
  }
  return facts;
}

}  // namespace texelscope::app

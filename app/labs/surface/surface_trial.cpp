#include "app/labs/surface/surface_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <istream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "app/device/scoped_synchronize.h"
#include "app/files/child_process.h"
#include "app/labs/surface/surface_stroke.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;

/// A line of JSON, followed by the raw texels.
std::string request_of(const SurfaceTrial& trial, std::span<const std::byte> texels) {
  const SurfaceStroke& stroke = trial.stroke;
  std::vector<int> value;
  std::ranges::transform(stroke.value, std::back_inserter(value),
                         [](std::byte byte) { return std::to_integer<int>(byte); });
  std::string request = Json{
      {"device", to_string(trial.device)},
      {"width", trial.surface.shape.width()},
      {"height", trial.surface.shape.height()},
      {"format", to_string(trial.surface.format)},
      {"channels", trial.surface.num_channels},
      {"at", {stroke.x, stroke.y}},
      {"brush", {stroke.width, stroke.height}},
      {"x_in", stroke.x_in},
      {"boundary", stroke.boundary},
      {"value", value}}.dump();
  request += '\n';
  request.append(reinterpret_cast<const char*>(texels.data()), texels.size());
  return request;
}

SurfaceTrial trial_from(const std::string& line) {
  const Json json = Json::parse(line);
  SurfaceTrial trial;
  const auto device = gpu::device_id_from_string(json.at("device").get<std::string>());
  const auto format = gpu::data_type_from_string(json.at("format").get<std::string>());
  if (!device || !format) {
    throw gpu::InvalidArgument("unknown device or format");
  }
  trial.device = *device;
  trial.surface = {.shape = {json.at("width").get<std::uint64_t>(), json.at("height").get<std::uint64_t>()},
                   .format = *format,
                   .num_channels = json.at("channels").get<int>(),
                   .is_surface_load_store = true};
  SurfaceStroke& stroke = trial.stroke;
  stroke.x = json.at("at").at(0).get<int>();
  stroke.y = json.at("at").at(1).get<int>();
  stroke.width = json.at("brush").at(0).get<int>();
  stroke.height = json.at("brush").at(1).get<int>();
  stroke.x_in = json.at("x_in").get<BrushX>();
  stroke.boundary = json.at("boundary").get<kernels::BoundaryMode>();
  for (std::size_t i = 0; i < stroke.value.size(); ++i) {
    stroke.value[i] = static_cast<std::byte>(json.at("value").at(i).get<unsigned>());
  }
  return trial;
}

/// The texels after the stroke, on a separate device.
std::vector<std::byte> written_texels(const SurfaceTrial& trial, std::span<const std::byte> texels,
                                      const gpu::Device& device) {
  const gpu::Stream stream = device.create_stream();
  const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(device, trial.surface);
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(array);
  array.copy_from(texels, stream);
  std::vector<std::byte> result(array.size_bytes());
  write_stroke(surface, trial.stroke, stream);
  stream.synchronize();
  const ScopedSynchronize wait(stream);
  array.copy_to(result, stream);
  stream.synchronize();
  return result;
}

/// Statuses after which a device rejects all calls.
bool is_context_lost(const gpu::Device& device) {
  try {
    (void)device.create_stream();
    return false;
  } catch (const gpu::Error&) {
    return true;
  }
}

TrialOutcome not_tried(const std::string& text) { return {TrialEnding::not_tried, {}, {}, text}; }

std::string one_line(std::string text) {
  text.erase(std::min(text.find_last_not_of("\n ") + 1, text.size()));
  std::ranges::replace(text, '\n', ' ');
  return text;
}

TrialOutcome outcome_from(ChildOutcome child, std::size_t texel_bytes) {
  const std::size_t end = child.output.find('\n');
  const Json answer = Json::parse(child.output.substr(0, end == std::string::npos ? 0 : end), nullptr, false);
  if (!answer.is_object() || !answer.contains("ending")) {
    return not_tried(fmt::format("the child process {}{}{}", child.ending(), child.errors.empty() ? "" : ": ",
                                 one_line(child.errors)));
  }
  TrialOutcome outcome;
  outcome.ending = answer.value("ending", TrialEnding::not_tried);
  outcome.status = answer.value("status", "");
  outcome.text = answer.value("text", "");
  if (outcome.ending == TrialEnding::written) {
    if (child.output.size() - end - 1 != texel_bytes) {
      return not_tried(fmt::format("the child process {} in the middle of its answer", child.ending()));
    }
    const auto* const first = reinterpret_cast<const std::byte*>(child.output.data()) + end + 1;
    outcome.texels.assign(first, first + texel_bytes);
    outcome.text = "written, and the context survived";
  }
  return outcome;
}

}  // namespace

TrialOutcome try_in_child(const SurfaceTrial& trial, std::span<const std::byte> texels, const std::stop_token& stop,
                          const std::optional<std::filesystem::path>& program) {
  try {
    const std::string request = request_of(trial, texels);
    ChildCommand command;
    command.program = program ? *program : own_program();
    command.arguments = {std::string{surface_trial_command}};
    command.input = request;
    return outcome_from(run_child(command, stop), texels.size());
  } catch (const std::exception& error) {
    return not_tried(error.what());
  }
}

void answer_surface_trial(std::istream& in, std::ostream& out) {
  std::string line;
  std::getline(in, line);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  SurfaceTrial trial;
  try {
    trial = trial_from(line);
  } catch (const std::exception& error) {
    throw gpu::InvalidArgument(fmt::format("{} is an internal command that reads a trial from standard input: {}",
                                           surface_trial_command, error.what()));
  }
  Json answer;
  std::vector<std::byte> texels;
  {
    // With a lost context, every cleanup fails; the answer reports the original cause.
    const gpu::Device device = gpu::Device::open(trial.device, {{}, [](const gpu::Diagnostic&) {}});
    try {
      texels = written_texels(trial, std::as_bytes(std::span(bytes)), device);
      answer = {{"ending", TrialEnding::written}};
    } catch (const gpu::DriverError& error) {
      const bool is_lost = is_context_lost(device);
      answer = {{"ending", is_lost ? TrialEnding::context_lost : TrialEnding::not_tried},
                {"status", status_name(error.status())},
                {"text", error.what()}};
    } catch (const gpu::Error& error) {
      answer = {{"ending", TrialEnding::not_tried}, {"text", error.what()}};
    }
  }
  out << answer.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  out.write(reinterpret_cast<const char*>(texels.data()), static_cast<std::streamsize>(texels.size()));
  out.flush();
}

}  // namespace texelscope::app

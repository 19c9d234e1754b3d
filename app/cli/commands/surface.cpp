#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/texture_command.h"
#include "app/device/scoped_synchronize.h"
#include "app/files/file.h"
#include "app/labs/surface/surface_stroke.h"
#include "app/labs/surface/surface_trial.h"
#include "app/labs/surface/surface_values.h"
#include "app/text/count_text.h"
#include "app/texture/texture_names.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app::surface_command {
namespace {

struct Options {
  CommonOptions common;
  std::string size = "16x4";
  std::string format = "uint8";
  std::string channels = "4";
  std::string fill = "zero";
  std::string at;
  std::string x_in = "texels";
  std::string brush = "1x1";
  std::string value = "1";
  std::string boundary = "trap";
  std::string out;
  bool is_json = false;
};

void declare(CommandOptions& command, Options& options) {
  command.option("--size", "WxH", options.size, "width and height in texels, 1 to 4096 (default: 16x4)");
  command.option("--format", "F", options.format, "channel type, such as uint8 or float16 (default: uint8)",
                 {.words = words_of(format_names())});
  command.option("--channels", "N", options.channels, "1, 2 or 4 (default: 4)");
  command.option("--fill", "FILL", options.fill, "initial contents: zero, gradient or numbers (default: zero)",
                 {.words = words_of(surface_fill_names)});
  command.option("--at", "X,Y", options.at, "position of the brush's first write; y is in rows", {.is_required = true});
  command.option("--x-in", "UNIT", options.x_in,
                 "unit of x: texels, bytes, or mistaken (texels used as bytes) "
                 "(default: texels)",
                 {.words = words_of(brush_x_names)});
  command.option("--brush", "WxH", options.brush, "columns and rows of the brush, 1 to 256 (default: 1x1)");
  command.option("--value", "V[,V…]", options.value,
                 "one number per channel; the last is used for the rest (default: 1)");
  command.option("--boundary", "MODE", options.boundary, "boundary mode: trap, clamp or zero (default: trap)",
                 {.words = words_of(boundary_mode_names())});
  command.option("--out", "O.npy", options.out, "the surface after the stroke, of shape (height, width, channels)",
                 {.path = PathUse::write});
  command.json(options.is_json);
  add_common_options(command, options.common);
}

constexpr int largest_extent = 4096;
/// The maximum number of texels to list; beyond that, only their count is printed.
constexpr std::size_t max_listed = 64;

template <class Choice>
Choice choice(const char* option, const std::string& text, std::span<const std::string_view> names) {
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) {
    throw UsageError(fmt::format("{} cannot be '{}': use {}", option, text, fmt::join(names, ", ")));
  }
  return static_cast<Choice>(found - names.begin());
}

/// Two integers separated by `between`.
std::pair<int, int> pair_option(const char* option, const std::string& text, char between, int lowest, int highest) {
  std::pair<int, int> pair{};
  const std::size_t middle = std::min(text.find(between), text.size());
  const auto take = [&](std::string_view part, int& value) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc{} && end == part.data() + part.size() && value >= lowest && value <= highest;
  };
  const std::string_view all = text;
  if (!take(all.substr(0, middle), pair.first) || !take(all.substr(std::min(middle + 1, all.size())), pair.second)) {
    throw UsageError(fmt::format("{} cannot be '{}': use two whole numbers from {} to {}, such as 3{}1", option, text,
                                 lowest, highest, between));
  }
  return pair;
}

gpu::ArrayDescriptor surface_from(const Options& options) {
  const auto [width, height] = pair_option("--size", options.size, 'x', 1, largest_extent);
  const std::optional<gpu::DataType> format = gpu::data_type_from_string(options.format);
  if (!format) {
    const auto names = format_names();
    throw UsageError(fmt::format("--format cannot be '{}': use {} or {}", options.format,
                                 fmt::join(names.begin(), names.end() - 1, ", "), names.back()));
  }
  constexpr std::array<std::string_view, 3> counts = {"1", "2", "4"};
  const auto channels = choice<std::size_t>("--channels", options.channels, counts);
  return {.shape = {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)},
          .format = *format,
          .num_channels = 1 << channels,
          .is_surface_load_store = true};
}

SurfaceStroke stroke_from(const Options& options, const gpu::ArrayDescriptor& surface) {
  SurfaceStroke stroke;
  std::tie(stroke.x, stroke.y) = pair_option("--at", options.at, ',', -max_stroke_coordinate, max_stroke_coordinate);
  std::tie(stroke.width, stroke.height) = pair_option("--brush", options.brush, 'x', 1, max_stroke_extent);
  stroke.x_in = choice<BrushX>("--x-in", options.x_in, brush_x_names);
  stroke.boundary = choice<kernels::BoundaryMode>("--boundary", options.boundary, boundary_mode_names());
  try {
    const std::vector<double> values = numbers_from_text(options.value);
    if (values.size() > static_cast<std::size_t>(surface.num_channels)) {
      throw gpu::InvalidArgument(fmt::format("the surface has {} channels", surface.num_channels));
    }
    stroke.value = texel_bytes(values, surface.format, surface.num_channels);
  } catch (const gpu::InvalidArgument& error) {
    throw UsageError(fmt::format("--value cannot be '{}': {}", options.value, error.what()));
  }
  return stroke;
}

/// The result of a stroke.
struct Result {
  std::string device;
  bool is_in_child = false;
  TrialOutcome outcome;
};

std::vector<std::byte> written_texels(const gpu::ArrayDescriptor& surface, const SurfaceStroke& stroke,
                                      std::span<const std::byte> before, const gpu::Device& device) {
  const gpu::Stream stream = device.create_stream();
  const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(device, surface);
  std::vector<std::byte> after(before.size());
  const ScopedSynchronize wait(stream);
  array.copy_from(before, stream);
  write_stroke(gpu::SurfaceObject::from_array(array), stroke, stream);
  array.copy_to(after, stream);
  stream.synchronize();
  return after;
}

struct ChangedTexel {
  std::size_t x;
  std::size_t y;
};

std::vector<ChangedTexel> changed_texels(const gpu::ArrayDescriptor& surface, std::span<const std::byte> before,
                                         std::span<const std::byte> after) {
  std::vector<ChangedTexel> changed;
  const std::size_t size = surface.element_size();
  for (std::size_t texel = 0; texel * size < after.size(); ++texel) {
    if (!std::ranges::equal(before.subspan(texel * size, size), after.subspan(texel * size, size))) {
      changed.push_back({texel % surface.shape.width(), texel / surface.shape.width()});
    }
  }
  return changed;
}

std::string text_of(const gpu::ArrayDescriptor& surface, const SurfaceStroke& stroke, const Result& result,
                    const std::vector<ChangedTexel>& changed) {
  std::string text = fmt::format("{} on {}, brush {}\n", to_string(surface), result.device, to_string(stroke));
  for (const std::string& line : explain(stroke, surface)) {
    text += line + '\n';
  }
  if (result.outcome.ending == TrialEnding::context_lost) {
    return text;
  }
  std::string list;
  for (const ChangedTexel& texel : std::span(changed).first(std::min(changed.size(), max_listed))) {
    list += fmt::format(" ({}, {})", texel.x, texel.y);
  }
  return text + fmt::format("{}{} changed{}{}{}\n",
                            result.is_in_child ? "A child process ran the stroke, and its context survived. " : "",
                            count_text(changed.size(), "texel"), changed.empty() ? "" : ":", list,
                            changed.size() > max_listed ? " …" : "");
}

Json json_of(const gpu::ArrayDescriptor& surface, const SurfaceStroke& stroke, const Result& result,
             const std::vector<ChangedTexel>& changed) {
  const StrokeFacts facts = facts_of(stroke, surface);
  constexpr std::array endings = {"written", "context_lost", "not_tried"};
  Json list = json_list(std::span(changed).first(std::min(changed.size(), max_listed)), [](const ChangedTexel& texel) {
    return Json{texel.x, texel.y};
  });
  const std::string warning = warning_about(stroke, surface);
  return {{"device", result.device},
          {"element_size", surface.element_size()},
          {"row_bytes", surface.shape.width() * surface.element_size()},
          {"x_bytes", byte_x(stroke, 0, static_cast<std::int64_t>(surface.element_size()))},
          {"writes", facts.writes},
          {"writes_outside", facts.outside},
          {"writes_misaligned", facts.misaligned},
          {"warning", warning.empty() ? Json{} : Json(warning)},
          {"is_in_child_process", result.is_in_child},
          {"ending", endings[static_cast<std::size_t>(result.outcome.ending)]},
          {"status", result.outcome.status.empty() ? Json{} : Json(result.outcome.status)},
          {"changed_texel_count", changed.size()},
          {"changed_texels", std::move(list)}};
}

/// Writes a stroke to a surface, and reports the texels that it changed. Returns 1 if the stroke destroyed the context
/// of the child process that ran it.
int run(const Options& options) {
  const gpu::ArrayDescriptor surface = surface_from(options);
  const SurfaceStroke stroke = stroke_from(options, surface);
  const auto fill = choice<SurfaceFill>("--fill", options.fill, surface_fill_names);
  if (!options.out.empty()) {
    require_writable(options.out);
  }
  const std::vector<std::byte> before =
      filled_texels(fill, static_cast<int>(surface.shape.width()), static_cast<int>(surface.shape.height()),
                    surface.format, surface.num_channels);
  if (const std::string warning = warning_about(stroke, surface); !warning.empty()) {
    print_warning(warning);
  }
  Result result;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const gpu::Device device = open_device(options.common, device_options);
    result.device = to_string(device.id());
    result.is_in_child = ends_context(facts_of(stroke, surface), stroke.boundary);
    if (result.is_in_child) {
      result.outcome = try_in_child({device.id(), surface, stroke}, before);
    } else {
      result.outcome = {TrialEnding::written, written_texels(surface, stroke, before, device), {}, {}};
    }
  });
  const TrialOutcome& outcome = result.outcome;
  if (outcome.ending == TrialEnding::not_tried) {
    throw RunError(fmt::format("the stroke may destroy the device's context and was not run: {}", outcome.text));
  }
  const bool is_written = outcome.ending == TrialEnding::written;
  const std::vector<ChangedTexel> changed =
      is_written ? changed_texels(surface, before, outcome.texels) : std::vector<ChangedTexel>{};
  if (is_written && !options.out.empty()) {
    const auto extent = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
    const gpu::StridedLayout layout(
        {extent(surface.shape.height()), extent(surface.shape.width()), std::int64_t{surface.num_channels}},
        extent(gpu::size_bytes(surface.format)));
    write_file(options.out, [&](std::ostream& out) { gpu::write_npy(out, outcome.texels, layout, surface.format); });
  }
  std::cout << (options.is_json ? json_text(json_of(surface, stroke, result, changed))
                                : text_of(surface, stroke, result, changed));
  if (!is_written) {
    print_error(fmt::format("the stroke destroyed the context of the child process that ran it: {}", outcome.text));
    return exit_code::check_failed;
  }
  return exit_code::success;
}

const RegisteredSubcommand registered{
    {.name = "surface",
     .text = "write to a surface with a brush, and show which bytes change",
     .group = CommandGroup::people,
     .rank = 90,
     .footer = "The x of a surface write is in bytes: the element's x times the element size, which is the format's\n"
               "size times the number of channels. A warning on standard error reports any other x. A stroke that may\n"
               "destroy the device's context runs in a child process; exit code 1 if the stroke destroys the context.",
     .declare = with_options(declare, run)}};

int answer_trial() {
  answer_surface_trial(std::cin, std::cout);
  return exit_code::success;
}

const RegisteredSubcommand registered_trial{{.name = surface_trial_command,
                                             .text = "run a stroke for another process of this program",
                                             .group = CommandGroup::hidden,
                                             .declare = [](CommandOptions&) -> CommandFunction {
                                               return [](const CommandContext&) { return answer_trial(); };
                                             }}};

}  // namespace
}  // namespace texelscope::app::surface_command

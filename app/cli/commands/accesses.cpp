#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "app/accesses/access_file.h"
#include "app/accesses/hazard.h"
#include "app/accesses/pixel_history.h"
#include "app/cli/command.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/text/option_text.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app::accesses_command {
namespace {

struct Options {
  std::string file;
  std::string pixel;
  std::string object;
  bool shows_lines = false;
  bool shows_texels = false;
  bool is_json = false;
};

void declare(CommandOptions& command, Options& options) {
  command.option("FILE", "", options.file, "a file of `texelscope render --record-accesses`",
                 {.is_required = true, .path = PathUse::read});
  command.option("--pixel", "X,Y", options.pixel,
                 "the history of a texel: its writes, and what their threads read before");
  command.option("--object", "N", options.object, "the surface of --pixel (default: the one that was written last)");
  command.flag("--lines", options.shows_lines, "bytes, requests and sectors by line of code");
  command.flag("--texels", options.shows_texels, "how often each launch read and wrote the texels");
  command.json(options.is_json);
}

std::uint32_t number(const char* name, const std::string& text) {
  return static_cast<std::uint32_t>(number_option(name, text, 0, 0xFFFFFFFF));
}

HistoryPixel read_pixel(const Options& options, const gpu::AccessRecording& recording) {
  const std::size_t comma = options.pixel.find(',');
  if (comma == std::string::npos) {
    throw UsageError(fmt::format("--pixel cannot be '{}': use X,Y, such as 100,50", options.pixel));
  }
  HistoryPixel pixel{.x = number("the x of --pixel", options.pixel.substr(0, comma)),
                     .y = number("the y of --pixel", options.pixel.substr(comma + 1))};
  if (!options.object.empty()) {
    pixel.object = number("--object", options.object);
  } else if (const auto surface = last_surface(recording)) {
    pixel.object = *surface;
  } else {
    throw UsageError("the recording has no write of a surface; record other threads, or more accesses");
  }
  return pixel;
}

Json access_json(const gpu::AccessRecording& recording, std::size_t index) {
  const gpu::Access& access = recording.accesses[index];
  return {{"access", index},
          {"kind", gpu::access_kind_names[static_cast<std::size_t>(access.kind)]},
          {"launch", access.launch},
          {"kernel", recording.launches[access.launch].kernel},
          {"thread", {access.thread.x, access.thread.y, access.thread.z}},
          {"line", gpu::to_string(recording.sites[access.site])},
          {"place", gpu::access_place_names[static_cast<std::size_t>(access.place)]},
          {"text", access_text(recording, access)}};
}

std::string line_text(const gpu::AccessRecording& recording, std::size_t index) {
  const gpu::Access& access = recording.accesses[index];
  return fmt::format("{}: {}", gpu::to_string(recording.sites[access.site]), access_text(recording, access));
}

void print_history(const Options& options, const gpu::AccessRecording& recording) {
  const HistoryPixel pixel = read_pixel(options, recording);
  const std::vector<PixelWrite> writes = pixel_history(recording, pixel);
  if (options.is_json) {
    std::cout << json_text({{"object", pixel.object},
                            {"pixel", {pixel.x, pixel.y}},
                            {"writes", json_list(writes, [&](const PixelWrite& write) {
                               Json json = access_json(recording, write.access);
                               json["thread_accesses"] = json_list(write.thread_accesses, [&](std::size_t index) {
                                 return access_json(recording, index);
                               });
                               json["nan_origin"] = follow_nan(recording, write.access);
                               return json;
                             })}});
    return;
  }
  if (writes.empty()) {
    std::cout << fmt::format("no recorded thread wrote texel ({}, {}) of surface {}\n", pixel.x, pixel.y, pixel.object);
  }
  for (const PixelWrite& write : writes) {
    const gpu::Access& access = recording.accesses[write.access];
    std::cout << fmt::format("{}\n  {}\n", thread_text(recording.launches[access.launch], access.thread),
                             line_text(recording, write.access));
    for (const std::size_t index : write.thread_accesses) {
      std::cout << fmt::format("  {} {}\n", index == write.access ? ">" : " ", line_text(recording, index));
    }
    const std::vector<std::size_t> steps = follow_nan(recording, write.access);
    for (std::size_t i = 1; i < steps.size(); ++i) {
      std::cout << fmt::format(
          "  NaN from {} in {}\n", line_text(recording, steps[i]),
          thread_text(recording.launches[recording.accesses[steps[i]].launch], recording.accesses[steps[i]].thread));
    }
  }
}

void print_summary(const RecordedAccesses& recorded) {
  const gpu::AccessRecording& recording = recorded.recording;
  for (const gpu::AccessLaunch& launch : recording.launches) {
    std::string counts;
    for (std::size_t kind = 0; kind < launch.counts.size(); ++kind) {
      if (launch.counts[kind] > 0) {
        counts += fmt::format(", {}: {}", gpu::access_kind_names[kind], launch.counts[kind]);
      }
    }
    std::cout << fmt::format(
        "launch {} ({} over {}x{}x{}): {}{}\n", launch.number, launch.kernel, launch.extent.width, launch.extent.height,
        launch.extent.depth,
        launch.is_recordable ? fmt::format("{} threads recorded", launch.num_threads) : "not compiled for recording",
        counts);
    if (launch.num_dropped > 0) {
      std::cout << fmt::format("  {} accesses exceeded the limit and were dropped\n", launch.num_dropped);
    }
  }
  if (recorded.hazards) {
    std::cout << (recorded.hazards->empty() ? "no hazards\n" : "");
    for (const Hazard& hazard : *recorded.hazards) {
      std::cout << hazard_text(hazard, recording) << '\n';
    }
  }
}

void print_lines(const RecordedAccesses& recorded) {
  for (const LineMap& line : recorded.lines) {
    const std::string& name = recorded.recording.objects[line.object].name;
    std::cout << fmt::format(
        "launch {} {}: {} of object {}{}{}: {} accesses, {} texels, {} bytes, {} requests, {} sectors ({:.2f} a "
        "request, "
        "{:.1f} % needed), reuse {:.2f}, bank conflicts {}\n",
        line.launch, gpu::to_string(recorded.recording.sites[line.site]),
        gpu::access_kind_names[static_cast<std::size_t>(line.kind)], line.object, name.empty() ? "" : ", ", name,
        line.accesses, line.texels, line.bytes, line.requests, line.sectors,
        static_cast<double>(line.sectors) / static_cast<double>(std::max<std::uint64_t>(1, line.requests)),
        100 * line.efficiency(),
        static_cast<double>(line.texels) / static_cast<double>(std::max<std::uint64_t>(1, line.distinct)),
        line.bank_conflicts);
  }
}

void print_texels(const RecordedAccesses& recorded) {
  for (const TexelMap& map : recorded.texels) {
    std::cout << fmt::format(
        "launch {} {}: {} of {} texels read, {} times, one {} times; {} written, {} of them more than once\n",
        map.launch, object_text(recorded.recording, map.object), map.read_texels, map.num_texels, map.reads,
        map.most_reads, map.written_once + map.written_often, map.written_often);
  }
}

int run(const Options& options) {
  const RecordedAccesses recorded = read_accesses(options.file);
  try {
    if (!options.pixel.empty()) {
      print_history(options, recorded.recording);
    } else if (options.is_json) {
      std::cout << json_text(maps_json(recorded));
    } else {
      if (!options.shows_lines && !options.shows_texels) {
        print_summary(recorded);
      }
      if (options.shows_lines) {
        print_lines(recorded);
      }
      if (options.shows_texels) {
        print_texels(recorded);
      }
    }
  } catch (const gpu::InvalidArgument& error) {
    throw UsageError(error.what());
  }
  return exit_code::success;
}

const RegisteredSubcommand registered{
    {.name = "accesses",
     .text = "explain recorded accesses: why a pixel has its value, and what lines cost",
     .group = CommandGroup::people,
     .rank = 25,
     .footer = "Sectors and requests are those of a GPU for linear memory, and an estimate for textures and surfaces.",
     .examples = {{"texelscope render bicubic --out f.png --size 64x64 --record-accesses a.bin", "record a frame"},
                  {"texelscope accesses a.bin --pixel 40,20", "list the writes of a pixel and their threads' reads"}},
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::accesses_command

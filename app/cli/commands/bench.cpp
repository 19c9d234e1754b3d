#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "app/cli/commands/bench_options.h"

namespace texelscope::app {
namespace {

struct Subject {
  const char* name;
  const char* description;
  int (*run)(const BenchOptions& options);
  bool takes_device;
};

constexpr std::array subjects{
    Subject{"interop", "what it costs that a renderer and the device share images", run_bench_interop, true},
    Subject{"scenes", "how fast scenes run; code 1 when one is slower than 60 frames a second on a GPU, 20 on the CPU",
            run_bench_scenes, true},
    Subject{"copies", "strided copies against a memcpy, each checked first; code 1 when one is wrong", run_bench_copies,
            true},
    Subject{"textures", "sampling of textures against OpenGL in software; code 1 when their pictures differ",
            run_bench_textures, true},
    Subject{"calls", "what driver calls cost raw, by the library's objects, and traced; code 1 above the limits",
            run_bench_calls, true},
    Subject{"graphs", "what a graph of launches costs the host, next to single ones", run_bench_graphs, true},
    Subject{"layouts", "what operations on layouts of rank 4 cost; code 1 above their limits", run_bench_layouts,
            false},
    Subject{"views", "what it costs to take a tensor of another library; code 1 above the limits", run_bench_views,
            false},
};

void add_scene_options(CLI::App& command, BenchOptions& options) {
  command.add_option("SCENE", options.scenes, "scenes; without any, all")->type_name("");
  command.add_option("--size", options.size, "size of a frame; without it, 1920x1080 on a GPU, 512x512 on the CPU")
      ->type_name("WxH");
  command.add_option("--frames", options.frames, "frames of each scene; without it, 120 on a GPU, 30 on the CPU")
      ->type_name("N");
}

}  // namespace

void add_bench(CLI::App& app, BenchOptions& options) {
  CLI::App* const bench = app.add_subcommand("bench", "measure on this machine")->require_subcommand(1);
  for (const Subject& subject : subjects) {
    CLI::App* const command = bench->add_subcommand(subject.name, subject.description);
    command->add_flag("--json", options.is_json, "as JSON");
    if (subject.takes_device) {
      add_common_options(*command, options.common);
    }
    if (subject.run == run_bench_scenes) {
      add_scene_options(*command, options);
    }
    command->callback([&options, &subject] { options.subject = subject.name; });
  }
}

int run_bench(const BenchOptions& options) {
  return std::ranges::find(subjects, options.subject, &Subject::name)->run(options);
}

}  // namespace texelscope::app

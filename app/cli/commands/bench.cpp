#include "app/cli/command.h"

namespace texelscope::app::bench_command {
namespace {

/// Each subcommand is a file in app/cli/bench.
const RegisteredSubcommand registered{
    {.name = "bench", .text = "run benchmarks on this machine", .group = CommandGroup::developers, .rank = 40}};

}  // namespace
}  // namespace texelscope::app::bench_command

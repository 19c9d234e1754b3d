#include "app/labs/kernel/worker/kernel_worker.h"

#include "app/cli/command.h"
#include "app/labs/kernel/worker/worker_protocol.h"

namespace texelscope::app::kernel_worker_subcommand {
namespace {

struct Options {
  bool is_recording = false;
};

void declare(CommandOptions& command, Options& options) {
  command.flag("--record", options.is_recording, "record the accesses of the kernel");
}

int run(const Options& options) { run_kernel_worker(options.is_recording); }

const RegisteredSubcommand registered{{.name = kernel_worker_command,
                                       .text = "run a kernel for another process of this program",
                                       .group = CommandGroup::hidden,
                                       .rank = 10,
                                       .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::kernel_worker_subcommand

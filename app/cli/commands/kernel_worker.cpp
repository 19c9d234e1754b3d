#include "app/labs/kernel/worker/kernel_worker.h"

#include "app/cli/command.h"
#include "app/labs/kernel/worker/worker_protocol.h"

namespace texelscope::app::kernel_worker_subcommand {
namespace {

const RegisteredSubcommand registered{{.name = kernel_worker_command,
                                       .text = "run a kernel for another process of this program",
                                       .group = CommandGroup::hidden,
                                       .rank = 10,
                                       .declare = [](CommandOptions&) -> CommandFunction {
                                         return [](const CommandContext&) -> int { run_kernel_worker(); };
                                       }}};

}  // namespace
}  // namespace texelscope::app::kernel_worker_subcommand

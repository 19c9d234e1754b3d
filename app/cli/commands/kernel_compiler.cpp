#include "app/labs/kernel/kernel_compiler.h"
#include "app/cli/command.h"
#include "texelscope/gpu/program.h"

namespace texelscope::app::kernel_compiler_subcommand {
namespace {

const RegisteredSubcommand registered{{.name = kernel_compiler_command,
                                       .text = "compile a kernel for another process of this program",
                                       .group = CommandGroup::hidden,
                                       .rank = 11,
                                       .declare = [](CommandOptions&) -> CommandFunction {
                                         return [](const CommandContext&) { return gpu::run_nvrtc_process(); };
                                       }}};

}  // namespace
}  // namespace texelscope::app::kernel_compiler_subcommand

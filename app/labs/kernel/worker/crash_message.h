#pragma once

#include <stop_token>
#include <string>

#include "app/labs/kernel/worker/worker_protocol.h"
#include "texelscope/gpu/program.h"

namespace texelscope::app {

/// The reason why a kernel's process ended, in words, without a line. `ending_signal` counts where there is no report.
[[nodiscard]] std::string crash_text(const CrashReport& report, int ending_signal);

/// What ended a kernel's process, at the line of the text that did it; line 0 where that cannot be found out. The text
/// has been compiled into the shared library `module` under the name `name`. Asks addr2line, within limits of time and
/// memory: the module is somebody's. The report is of a process that has ended. Never throws but for lack of memory.
[[nodiscard]] gpu::CompileMessage crash_message(const CrashReport& report, int ending_signal, const std::string& module,
                                                const std::string& name, const std::stop_token& stop);

/// The first line of the text in what `addr2line -a -i` wrote; 0 where there is none.
[[nodiscard]] int first_line_of(std::string_view addresses, const std::string& name);

}  // namespace texelscope::app

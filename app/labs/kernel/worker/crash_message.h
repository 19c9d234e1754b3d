#pragma once

#include <span>
#include <stop_token>
#include <string>

#include "app/labs/kernel/worker/worker_protocol.h"
#include "texelscope/gpu/access.h"
#include "texelscope/gpu/program.h"

namespace texelscope::app {

/// The reason why a kernel's process ended, as text, without a line. `ending_signal` is used if there is no report.
[[nodiscard]] std::string crash_text(const CrashReport& report, int ending_signal);

/// The reason why a kernel's process ended, at the line of the source that caused it; line 0 if unknown. The source has
/// been compiled into the shared library `module` under the name `name`. Runs addr2line, with limits on time and
/// memory, since the module is untrusted. The report must be from a process that has ended. Throws only when memory
/// runs out.
[[nodiscard]] gpu::CompileMessage crash_message(const CrashReport& report, int ending_signal, const std::string& module,
                                                const std::string& name, const std::stop_token& stop);

/// Sets file, line and callers of the places in a kernel's module, as crash_message() finds them; leaves unknown ones.
void find_lines(std::span<gpu::AccessSite> sites, const std::string& module, const std::string& name,
                const std::stop_token& stop);

/// The lines of the source `name` in the output of `addr2line -a -i`, in its order: an inlined function's before that
/// of its call.
[[nodiscard]] std::vector<int> lines_of(std::string_view addresses, const std::string& name);

}  // namespace texelscope::app

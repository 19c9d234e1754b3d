#pragma once

namespace texelscope::app {

/// Lets Ctrl+C, a request to end and a closed terminal (SIGINT, SIGTERM, SIGHUP) end the process at once, with code 128
/// + the signal's number, and leave nothing behind: no file that is half written, no temporary folder, no child
/// process. A signal that is ignored stays so, as nohup wants. To be called before other threads start; a second signal
/// ends the process even where cleaning up takes long.
void end_on_signals();

}  // namespace texelscope::app

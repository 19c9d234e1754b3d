#include <csignal>

#include "app/cli/cli.h"
#include "app/explore/explore.h"

int main(int argc, char** argv) {
  // A reader that closes the pipe becomes an error of writing, which is said, instead of the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  return texelscope::app::run(argc, argv, texelscope::app::explore);
}

#include "app/images/picture_clipboard.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/child_process.h"
#include "app/files/file_error.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"
#include "gpu/files/environment.h"
#include "gpu/files/temporary_folder.h"
#include "gpu/files/untrusted_work.h"

namespace texelscope::app {
namespace {

/// A program that puts its standard input on the clipboard.
std::vector<std::string> clipboard_command() {
  const char* const wayland = std::getenv("WAYLAND_DISPLAY");
  const bool is_wayland = wayland != nullptr && *wayland != '\0';
  if (is_wayland) {
    if (const std::optional<std::filesystem::path> program = gpu::find_program("wl-copy")) {
      return {program->string(), "--type", "image/png"};
    }
  }
  if (const std::optional<std::filesystem::path> program = gpu::find_program("xclip")) {
    return {program->string(), "-selection", "clipboard", "-t", "image/png", "-i"};
  }
  throw ChildError(
      fmt::format("cannot copy the picture: {0}, which serves the clipboard, is not in PATH; install the package {1}, "
                  "or save the picture",
                  is_wayland ? "wl-copy" : "xclip", is_wayland ? "wl-clipboard" : "xclip"));
}

}  // namespace

void copy_picture(const Image& image, bool is_encoded) {
  if (image.depth > 1) {
    throw FileError(
        fmt::format("cannot copy a volume of {} slices: the clipboard accepts only 2D images", image.depth));
  }
  gpu::require_permitted("copy a picture to the clipboard");
  const std::vector<std::string> program = clipboard_command();
  const std::vector<std::byte> png = encode_png(with_8_bits(is_encoded ? image : with_encoded_floats(image)));
  const gpu::TemporaryFolder folder;
  const std::filesystem::path file =
      folder.write("picture.png", {reinterpret_cast<const char*>(png.data()), png.size()});
  // The program that serves the clipboard keeps running in the background. It must not inherit our pipes, because we
  // wait until every process has closed them.
  ChildCommand command;
  command.program = "/bin/sh";
  command.arguments = {"-c", R"(file=$1; shift; exec "$@" <"$file" >/dev/null 2>&1)", "sh", file.string()};
  command.arguments.insert(command.arguments.end(), program.begin(), program.end());
  if (const ChildOutcome outcome = run_child(command); outcome.exit_code != 0) {
    throw ChildError(fmt::format("cannot copy the picture: {} {}; save it instead", program.front(), outcome.ending()));
  }
}

}  // namespace texelscope::app

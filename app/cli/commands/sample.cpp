#include <ostream>

#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "app/cli/texture_command.h"
#include "app/conformance/known_differences.h"
#include "app/files/file.h"
#include "app/texture/fetch_list.h"

namespace texelscope::app::sample_command {
namespace {

struct Options {
  CommonOptions common;
  TextureOptions texture;
  std::string coords;
  std::string out;
};

void declare(CommandOptions& command, Options& options) {
  add_texture_options(command, options.texture);
  command.option("--coords", "C.npy", options.coords, "the coordinates: float32 of shape (N, columns)",
                 {.is_required = true, .path = PathUse::read});
  command.option("--out", "O.npy", options.out, "the results: an array of shape (N, channels)",
                 {.is_required = true, .path = PathUse::write});
  add_fetch_options(command, options.texture);
  add_common_options(command, options.common);
}

int run(const Options& options) {
  TextureSetup setup = command_texture_setup(options.texture);
  const std::optional<int> gather = gather_from(options.texture, setup);
  const std::vector<kernels::TextureFetch> fetches = option_value("--coords " + options.coords, [&] {
    return fetches_from(gpu::StridedMemoryView::from_npy(options.coords), setup, fetch_columns(options.texture),
                        gather);
  });
  require_writable(options.out);
  std::vector<FetchedTexel> results;
  bool is_model = false;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const gpu::Device device = open_device(options.common, device_options);
    results = sample_texture(setup, fetches, device.create_stream());
    is_model = device.id().kind == gpu::DeviceKind::cpu;
  });
  if (const std::string known = known_differences(setup, options.texture.has_gradients); is_model && !known.empty()) {
    print_note(known);
  }
  const gpu::NpyArray array = results_array(results, setup, gather.has_value());
  write_file(options.out,
             [&](std::ostream& stream) { gpu::write_npy(stream, array.bytes(), array.layout, array.type); });
  return exit_code::success;
}

const RegisteredSubcommand registered{
    {.name = "sample",
     .text = "sample a texture at the coordinates in a file, as the texture unit does",
     .group = CommandGroup::people,
     .rank = 70,
     .footer = texture_options_help() +
               "\n"
               "C.npy has the columns x[, y[, z]] (cube maps: x, y, z), then the layer of a layered texture, then,\n"
               "optionally, the level; with --gradients, instead, the derivatives of each coordinate along screen "
               "x\n"
               "and then along screen y. Linear memory takes an element index.\n"
               "O.npy is float32 if the results are floats, otherwise of the texels' type; (N, 4) with --gather.\n"
               "The CPU device returns the results of an H200 bit for bit; a note names fetches that were not compared.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::sample_command

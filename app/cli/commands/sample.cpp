#include <fmt/format.h>

#include <optional>

#include "app/cli/commands/sample_options.h"
#include "app/cli/exit_code.h"
#include "app/device/device_choice.h"
#include "app/files/file.h"
#include "app/texture/fetch_list.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
int run_sample(const SampleOptions& options) {
  const std::optional<gpu::DeviceId> id = options.common.device_id();
  TextureSetup setup = texture_setup_from(options.texture);
  const std::optional<int> gather = gather_from(options.texture, setup);
  std::vector<kernels::TextureFetch> fetches;
  try {
    fetches = fetches_from(gpu::StridedMemoryView::from_npy(options.coords), setup,
                           options.texture.has_gradients ? FetchColumns::gradients : FetchColumns::coordinates, gather);
  } catch (const gpu::InvalidArgument& error) {
    throw UsageError(fmt::format("--coords {}: {}", options.coords, error.what()));
  }
  require_writable(options.out);
  std::vector<FetchedTexel> results;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const ChosenDevice chosen = open_device(id, device_options);
    if (!chosen.note.empty()) {
      print_note(chosen.note);
    }
    results = sample_texture(setup, fetches, chosen.device.create_stream());
  });
  const gpu::NpyArray array = results_array(results, setup, gather.has_value());
  write_file(options.out,
             [&](std::ostream& stream) { gpu::write_npy(stream, array.bytes(), array.layout, array.type); });
  return exit_code::success;
}

}  // namespace texelscope::app

#include "app/texture/compared_gpus.h"

#include <fmt/format.h>

#include <algorithm>

namespace texelscope::app {

std::string uncompared_note(const gpu::DeviceProperties& properties) {
  const bool is_compared = std::ranges::any_of(compared_generations, [&](const ComparedGeneration& generation) {
    return generation.compute_major == properties.compute_major && generation.compute_minor == properties.compute_minor;
  });
  if (is_compared || properties.compute_major == 0) {
    return "";
  }
  std::string known;
  for (const ComparedGeneration& generation : compared_generations) {
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", generation.name, generation.gpus);
  }
  return fmt::format(
      "The model was compared with {}, not with compute capability {}.{}; \"texelscope conformance --record FILE\" "
      "makes a recording to send in.",
      known, properties.compute_major, properties.compute_minor);
}

}  // namespace texelscope::app

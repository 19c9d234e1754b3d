#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/device/gl_images.h"
#include "app/images/image.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// The environment of an experiment.
struct ExperimentSetup {
  gpu::Device device;
  /// Null without GL; only experiments that do not need GL can run then.
  GLImages* gl = nullptr;
  /// Called when all preparations are complete and the experiment proper begins; may be empty.
  std::function<void()> prepared{};
};

/// A measurement of an experiment, such as {"a round", 15.5, "µs"}.
struct ExperimentNumber {
  std::string name;
  double value = 0;
  std::string unit;
};

struct ExperimentResult {
  /// The resulting image, as the consumer saw it; 0 × 0 for an experiment without an image.
  Image picture;
  /// Pixels of the image that differ from the producer's, and their total number.
  std::int64_t stale_pixels = 0;
  std::int64_t pixels = 0;
  std::vector<ExperimentNumber> numbers;
  /// Whether the result is that of a correct program.
  bool is_correct = true;
  /// The observation, as a sentence.
  std::string verdict;
};

/// One of the two versions of an experiment.
struct ExperimentVersion {
  /// Its steps, as lines of code.
  std::string_view code;
  /// The result and its reason, in two sentences.
  std::string_view text;
};

/// The single declaration of an experiment about streams, which the lab's list, the command line and the tests use.
struct ExperimentDeclaration {
  /// As in `experiment NAME`.
  std::string_view name;
  std::string_view title;
  ExperimentVersion right;
  ExperimentVersion wrong;
  bool needs_gl = false;
  /// Runs one version, which takes a few milliseconds, and waits for its end. Call on the thread of the GL context if
  /// the experiment needs GL. @throws gpu::Error, and errors of the renderer if it needs GL.
  ExperimentResult (*run)(const ExperimentSetup& setup, bool is_right) = nullptr;
};

/// For experiments: reports that everything is prepared.
inline void begin(const ExperimentSetup& setup) {
  if (setup.prepared) {
    setup.prepared();
  }
}

/// All experiments, in the order of the list.
[[nodiscard]] std::span<const ExperimentDeclaration> stream_experiments();
/// Finds an experiment by name. @throws gpu::InvalidArgument, which suggests the nearest name, if it does not exist.
[[nodiscard]] const ExperimentDeclaration& require_experiment(std::string_view name);
/// Runs one version, and marks its objects as the experiment's. @throws gpu::InvalidState if the experiment needs GL
/// and there is none, and the errors of the experiment.
[[nodiscard]] ExperimentResult run_experiment(const ExperimentDeclaration& experiment, const ExperimentSetup& setup,
                                              bool is_right);

}  // namespace texelscope::app

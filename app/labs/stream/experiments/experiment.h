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

/// What an experiment runs on.
struct ExperimentSetup {
  gpu::Device device;
  /// Null where there is no GL; then only experiments that need none run.
  GLImages* gl = nullptr;
  /// Called when everything is made that the experiment needs, and what it is about begins; may be empty.
  std::function<void()> prepared{};
};

/// Something that an experiment measured, such as {"a round", 15.5, "µs"}.
struct ExperimentNumber {
  std::string name;
  double value = 0;
  std::string unit;
};

struct ExperimentResult {
  /// What came of it, as the consumer saw it; 0 × 0 for an experiment without a picture.
  Image picture;
  /// Pixels of the picture that are not what the producer wrote, of how many.
  std::int64_t stale_pixels = 0;
  std::int64_t pixels = 0;
  std::vector<ExperimentNumber> numbers;
  /// Whether it came out as a correct program's does.
  bool is_correct = true;
  /// What was seen, as a sentence.
  std::string verdict;
};

/// One of the two versions of an experiment.
struct ExperimentVersion {
  /// What it does, as lines of code.
  std::string_view code;
  /// What is seen and why, in two sentences.
  std::string_view text;
};

/// Declares an experiment about streams, once: the list of the lab, the command line and the tests read this.
struct ExperimentDeclaration {
  /// As in `experiment NAME`.
  std::string_view name;
  std::string_view title;
  ExperimentVersion right;
  ExperimentVersion wrong;
  bool needs_gl = false;
  /// Runs one version and waits for it, some milliseconds. On the thread of the GL context where it needs GL.
  /// @throws gpu::Error, and errors of the renderer where it needs GL.
  ExperimentResult (*run)(const ExperimentSetup& setup, bool is_right) = nullptr;
};

/// For experiments: says that everything is prepared.
inline void begin(const ExperimentSetup& setup) {
  if (setup.prepared) {
    setup.prepared();
  }
}

/// All experiments, in the order of the list.
[[nodiscard]] std::span<const ExperimentDeclaration> stream_experiments();
/// By its name. @throws gpu::InvalidArgument, naming the nearest, for one that there is not.
[[nodiscard]] const ExperimentDeclaration& require_experiment(std::string_view name);
/// Runs one version, its objects marked as the experiment's. @throws gpu::InvalidState for one that needs GL where
/// there is none, and what the experiment throws.
[[nodiscard]] ExperimentResult run_experiment(const ExperimentDeclaration& experiment, const ExperimentSetup& setup,
                                              bool is_right);

}  // namespace texelscope::app
